import Actions
import Basics
import Packages
import Steps
import Targets

extension MakeArtifactBundle: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let include = try context.folder("include") else { throw PackagingError.missing("include") }
        let facts = parameters.facts
        let headers = try await PackagedHeaders(include: include, facts, context)
        var files: [RelativePath: Node] = [:]
        for (path, node) in headers.files { files[.checked("include/\(path)")] = node }
        var info = ArtifactBundleInfo(facts: facts, headers: headers)
        for variant in PackageVariant.all(of: parameters.slices) {
            let path = variant.archive(of: facts)
            guard let archive = context.inputs[path] else { throw PackagingError.missing(path) }
            let triple = variant.targets[0].triple
            files[.checked("\(triple)/\(facts.archive)")] = archive
            info.triples.append(triple)
        }
        files["info.json"] = try await context.file(info.text)
        if let licenses = try context.folder("licenses") { files["licenses"] = .directory(licenses) }
        context.say(info.triples.joined(separator: " "))
        return outcome("\(facts.module).artifactbundle", files)
    }
}
