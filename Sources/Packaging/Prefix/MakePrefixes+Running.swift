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
