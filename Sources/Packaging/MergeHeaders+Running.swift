import Actions
import Basics
import ModuleMaps
import Steps
import Targets

extension MergeHeaders: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var slices: [Target: [RelativePath: Digest]] = [:]
        for target in parameters.targets {
            let path = PrefixLayout.slice(target).appending("include")
            slices[target] = try context.resolvedFiles(below: path) ?? [:]
        }
        let merged = try HeaderMerger(slices: slices).merged()
        var files: [RelativePath: Node] = [:]
        for (path, file) in merged.files { files[path] = try await node(of: file, context) }
        say(merged, context)
        return BuiltinOutcome(outputs: [
            "include": .directory(Directory(files: files)),
            "headers.json": try await context.file(CanonicalJSON.document(of: merged.origins)),
        ])
    }

    private static func node(of file: MergedHeaders<Digest>.File, _ context: BuiltinContext) async throws -> Node {
        switch file {
        case .common(let digest), .variant(let digest, _, _): .file(digest, isExecutable: false)
        case .dispatch(let text, _): try await context.file(text)
        }
    }

    /// Logs every header that differs between targets or is only for some of them, and the dropped files.
    private static func say(_ merged: MergedHeaders<Digest>, _ context: BuiltinContext) {
        for origin in merged.origins {
            let targets = (origin.targets ?? []).map(\.name).joined(separator: ", ")
            switch origin.kind {
            case .common: break
            case .dispatch: context.say("`\(origin.path)` differs between targets")
            case .partial: context.say("`\(origin.path)` is only for \(targets)")
            case .variant: context.say("`\(origin.path)` is the version for \(targets)")
            }
        }
        for path in merged.dropped { context.say("the library's `\(path)` is dropped") }
    }
}
