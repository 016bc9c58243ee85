import Actions
import Basics
import Steps

extension MakeZip: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let tree = try context.folder("contents") else { throw PackagingError.missing("contents") }
        let files = context.files
        let digest = try await files.put { path in
            try await ZipWriter().write(tree, to: path, file: files.path)
        }
        context.say("\(digest.size) bytes, checksum \(digest.hash.hex)")
        return BuiltinOutcome(outputs: [
            "package.zip": .file(digest, isExecutable: false),
            "checksum": try await context.file("\(digest.hash.hex)\n"),
        ])
    }
}
