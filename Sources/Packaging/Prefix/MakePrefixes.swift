import Actions
import Basics
import Packages
import Targets

/// Makes plain prefixes, one per target, for builds other than SwiftPM's and Xcode's: `lib`, `include`, pkg-config
/// files and CMake package files. All of them work from any folder and support static linking.
///
/// Files of either kind that the library installs stay; missing ones are written.
///
/// Reads `slices/TARGET` for every target. Writes `prefix`, which contains a folder for each.
public enum MakePrefixes: PackagingStep {
    public static let name = "prefixes"
    public static let revision = 2
    public static let outputs: [RelativePath] = ["prefix"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        public var targets: [Target]
        /// The archives, in link order.
        public var libraries: [RelativePath]
        /// Absolute folders in which actions ran.
        public var buildRoots: [String]

        public init(facts: PackageFacts, targets: [Target], libraries: [RelativePath], buildRoots: [String]) {
            self.facts = facts
            self.targets = targets
            self.libraries = libraries
            self.buildRoots = buildRoots
        }
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var files: [RelativePath: Node] = [:]
        for target in parameters.targets {
            let prefix = DistPrefix(target: target, buildRoots: parameters.buildRoots, context: context)
            var own = try await prefix.files()
            for (path, text) in texts(parameters, target, own) { own[path] = try await context.file(text) }
            for (path, node) in own { files[.checked("\(target)/\(path)")] = node }
        }
        context.say("\(files.count) files")
        return BuiltinOutcome(outputs: ["prefix": .directory(Directory(files: files))])
    }

    private static func texts(
        _ parameters: Parameters, _ target: Target, _ own: [RelativePath: Node]
    ) -> [RelativePath: String] {
        let facts = parameters.facts
        let names = Set(own.keys.map { $0.name.lowercased() })
        let name = facts.name.lowercased()
        var texts: [RelativePath: String] = [:]
        if !own.keys.contains(where: { $0.name.hasSuffix(".pc") }) {
            texts[.checked("lib/pkgconfig/\(facts.name).pc")] = PkgConfigText(parameters, target).text
        }
        if names.isDisjoint(with: ["\(name)-config.cmake", "\(name)config.cmake"]) {
            let folder = "lib/cmake/\(facts.name)"
            let config = CMakePackage(parameters, target)
            texts[.checked("\(folder)/\(facts.name)-config.cmake")] = config.text
            texts[.checked("\(folder)/\(facts.name)-config-version.cmake")] = config.versionText
        }
        return texts
    }
}

/// A pkg-config file for a library that installs none.
struct PkgConfigText {
    let text: String

    init(_ parameters: MakePrefixes.Parameters, _ target: Target) {
        let facts = parameters.facts
        let words =
            ["-L${libdir}"] + parameters.libraries.map { "-l\($0.linkName)" } + facts.links.map { "-l\($0)" }
            + (target.platform.isApple ? facts.frameworks.flatMap { ["-framework", $0] } : [])
        let needs = (facts.dependencies ?? []).map(\.name).joined(separator: ", ")
        text = """
            prefix=${pcfiledir}/../..
            libdir=${prefix}/lib
            includedir=${prefix}/include

            Name: \(facts.name)
            Description: \(facts.summary)
            Version: \(facts.version)
            Requires: \(needs)
            Libs: \(words.joined(separator: " "))
            Cflags: -I${includedir}

            """
    }
}

extension RelativePath {
    /// The library's name for the linker: `ssl` for `libssl.a`.
    var linkName: String {
        name.hasPrefix("lib") && name.hasSuffix(".a") ? String(name.dropFirst(3).dropLast(2)) : name
    }
}
