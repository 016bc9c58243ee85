import Actions
import Basics

/// Makes a zip of a tree, see `ZipWriter`, and its checksum as `swift package compute-checksum` prints it: the SHA-256
/// of the file.
///
/// Reads `contents`. Writes `package.zip` and `checksum`.
public enum MakeZip: PackagingStep {
    public static let name = "zip"
    public static let revision = 3
    public static let outputs: [RelativePath] = ["checksum", "package.zip"]

    public struct Parameters: Codable, Hashable, Sendable {
        public init() {}
    }

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
