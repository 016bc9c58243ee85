import Actions
import Basics
import ModuleMaps

/// Which headers somebody gets who imports the module: those that it lists, and what they include, on whatever
/// condition. A header that is installed in two places is reached when one of them is.
///
/// `xbuild modulemap` asks the compiler of each target; here the lines are read, so that a header which no target's
/// compiler would ever see is found when a recipe is built.
struct HeaderReach {
    private var included: [RelativePath: Set<RelativePath>] = [:]
    private let decisions: [ModuleMap.Decision]
    private var contents: [RelativePath: Digest] = [:]

    /// - Parameter include: the headers of the decisions.
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

    /// The header that a name stands for: beside the one that includes it, or below the folder of all.
    private static func header(
        _ name: String, _ header: RelativePath, _ known: Set<RelativePath>
    ) -> RelativePath? {
        var parts = Array(header.components.dropLast())
        for part in name.split(separator: "/").map(String.init) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return [parts.joined(separator: "/"), name].compactMap(RelativePath.init).first { known.contains($0) }
    }

    /// The headers that nobody gets and that nobody left out on purpose.
    var unreached: [ModuleMap.Decision] {
        var waiting = decisions.filter { $0.listing == .header || $0.listing == .umbrella }.map(\.header)
        var reached = Set(waiting)
        while let header = waiting.popLast() {
            for other in included[header] ?? [] where reached.insert(other).inserted { waiting.append(other) }
        }
        let read = Set(reached.compactMap { contents[$0] })
        return decisions.filter { decision in
            !reached.contains(decision.header) && !Self.isMeant(decision.reason)
                && !(contents[decision.header].map(read.contains) ?? false)
        }
    }

    /// What a person decided, or what is no header of C.
    private static func isMeant(_ reason: ModuleMap.Reason?) -> Bool {
        switch reason {
        case .textualInRecipe, .excludedInRecipe, .notC: true
        case .needsOthers, .fails, .variant, .notInRecipe, .umbrella, nil: false
        }
    }
}
