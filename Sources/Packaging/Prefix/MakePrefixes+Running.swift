import Actions
import Basics
import Packages
import Steps
import Targets

extension MakePrefixes: PackagingStep {
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
            texts[.checked("lib/pkgconfig/\(facts.name).pc")] = PkgConfigFile(parameters, target).text
        }
        if names.isDisjoint(with: ["\(name)-config.cmake", "\(name)config.cmake"]) {
            let folder = "lib/cmake/\(facts.name)"
            let config = CMakePackage(facts: facts, libraries: parameters.libraries, target: target)
            texts[.checked("\(folder)/\(facts.name)-config.cmake")] = config.text
            texts[.checked("\(folder)/\(facts.name)-config-version.cmake")] = config.versionText
        }
        return texts
    }
}

extension PkgConfigFile {
    /// Makes a file for a library that installs no pkg-config file.
    fileprivate init(_ parameters: MakePrefixes.Parameters, _ target: Target) {
        let facts = parameters.facts
        var words = ["-L${libdir}"] + parameters.libraries.map { "-l\($0.linkName)" }
        words += facts.links.map { "-l\($0)" }
        if target.platform.isApple { words += facts.frameworks.flatMap { ["-framework", $0] } }
        self.init([
            .variable("prefix", "${pcfiledir}/../.."), .variable("libdir", "${prefix}/lib"),
            .variable("includedir", "${prefix}/include"), .empty, .field("Name", facts.name),
            .field("Description", facts.summary), .field("Version", facts.version.string),
            .field("Requires", (facts.dependencies ?? []).map(\.name).joined(separator: ", ")),
            .field("Libs", words.joined(separator: " ")), .field("Cflags", "-I${includedir}"), .empty,
        ])
    }
}
