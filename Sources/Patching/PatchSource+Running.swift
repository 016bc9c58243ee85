import Actions
import Basics
import Steps

extension PatchSource {
    /// The function that runs the step: applies the patches in order.
    public static let builtin: Builtin = { context in
        let parameters = try parameters(of: context)
        guard case .directory(var tree) = context.inputs[Self.source] else {
            context.say("error: there is no source to patch")
            return BuiltinOutcome(outputs: [:], failure: .build)
        }
        do {
            for patch in parameters.patches { tree = try await patched(tree, with: patch, context) }
            return BuiltinOutcome(outputs: [Self.tree: .directory(tree)])
        } catch let error as PatchError {
            context.say("error: \(error)" + (error.hint.map { " (\($0))" } ?? ""))
            return BuiltinOutcome(outputs: [:], failure: .recipe)
        }
    }

    private static func patched(
        _ tree: Directory, with patch: Parameters.Patch, _ context: BuiltinContext
    ) async throws -> Directory {
        guard case .file(let digest, _) = context.inputs[patch.input] else {
            throw PatchError(patch: patch.file.string, line: nil, reason: .noDiff)
        }
        let name = patch.file.string
        let diff = try UnifiedDiff(try await context.read(digest), name: name, strip: patch.strip)
        let result = try await TreePatcher(read: context.read, write: context.write).apply(diff, named: name, to: tree)
        for move in result.moves { context.note("patch `\(name)`: \(move)") }
        return result.tree
    }
}
