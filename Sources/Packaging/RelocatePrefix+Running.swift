import Actions
import Basics
import Steps
import Targets

extension RelocatePrefix: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        let prefix = DistPrefix(target: parameters.target, buildRoots: parameters.buildRoots, context: context)
        let files = try await prefix.files()
        context.say("\(files.count) files")
        // Both folders always exist, so that steps can use them as inputs.
        var tree = Directory(files: files)
        for folder in ["include", "lib"] as [RelativePath] where tree[folder] == nil {
            tree = tree.inserting(.directory(Directory([:])), at: folder)
        }
        return BuiltinOutcome(outputs: ["prefix": .directory(tree)])
    }
}
