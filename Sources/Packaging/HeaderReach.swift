import Actions
import Basics
import ModuleMaps

/// The headers that an importer of the module gets: the listed headers and the headers that they include, whatever the
/// conditions around `#include` are. A header that is installed in two places counts as reached if one of the copies
/// is.
///
/// For `xbuild modulemap`, each target's compiler checks the module. This check only reads `#include` lines, so it
/// also accepts headers that no target's compiler would read.
struct HeaderReach {
    private var included: [RelativePath: Set<RelativePath>] = [:]
    private let decisions: [ModuleMap.Decision]
    private var contents: [RelativePath: Digest] = [:]

    /// - Parameter include: the folder that contains the headers of the decisions.
    init(_ map: ModuleMap, _ include: Directory, _ context: BuiltinContext) async throws {
        decisions = map.decisions
        let known = Set(decisions.map(\.header))
        for header in known {
            guard case .file(let digest, _) = include[header] else { continue }
            contents[header] = digest
            let lines = try await context.read(digest).split(separator: 0x0A)
            included[header] = Set(
                lines.compactMap(IncludeLine.init).compactMap { Self.header($0.name, header, known) })
        }
    }

    /// Returns the header that the name in an `#include` line of `header` refers to: relative to that header, else to
    /// the folder of all headers; nil for other files.
    private static func header(
        _ name: String, _ header: RelativePath, _ known: Set<RelativePath>
    ) -> RelativePath? {
        var parts = Array(header.components.dropLast())
        for part in name.split(separator: "/").map(String.init) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return [parts.joined(separator: "/"), name].compactMap(RelativePath.init).first { known.contains($0) }
    }

    /// The headers that importers do not get although the recipe neither excludes them nor lists them as textual.
    var unreached: [ModuleMap.Decision] {
        var waiting = decisions.filter { $0.listing == .header || $0.listing == .umbrella }.map(\.header)
        var reached = Set(waiting)
        while let header = waiting.popLast() {
            for other in included[header] ?? [] where reached.insert(other).inserted { waiting.append(other) }
        }
        let read = Set(reached.compactMap { contents[$0] })
        return decisions.filter { decision in
            !reached.contains(decision.header) && !Self.isIntended(decision.reason)
                && !(contents[decision.header].map(read.contains) ?? false)
        }
    }

    /// Returns whether the reason of a decision is the recipe, or that the file is not a C header.
    private static func isIntended(_ reason: ModuleMap.Reason?) -> Bool {
        switch reason {
        case .textualInRecipe, .excludedInRecipe, .notC: true
        case .needsOthers, .fails, .variant, .notInRecipe, .umbrella, nil: false
        }
    }
}
