/// One version of a recipe: `zlib@1.3.1`.
public struct PackageID: Hashable, Sendable {
    public let name: PackageName
    public let version: Version

    public init(_ name: PackageName, _ version: Version) {
        self.name = name
        self.version = version
    }

    /// Reads `NAME@VERSION`; nil for any other text.
    public init?(_ text: String) {
        let words = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let name = PackageName(String(words[0])), let version = Version(String(words[1])) else {
            return nil
        }
        self.init(name, version)
    }
}

extension PackageID: TextCodable {
    public var description: String { "\(name)@\(version)" }

    /// The form for people: `zlib 1.3.1`.
    public var words: String { "\(name) \(version)" }
}
