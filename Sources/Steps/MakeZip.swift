import Basics

/// Makes a zip of a tree, see `ZipWriter`, and its checksum as `swift package compute-checksum` prints it: the SHA-256
/// of the file.
///
/// Reads `contents`. Writes `package.zip` and `checksum`.
public enum MakeZip: BuiltinStep {
    public static let name = BuiltinName.makeZip
    public static let revision = 3
    public static let outputs: [RelativePath] = ["checksum", "package.zip"]

    public struct Parameters: Codable, Hashable, Sendable {
        public init() {}
    }
}
