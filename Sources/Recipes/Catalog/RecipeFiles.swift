import Machine

/// The file operations that a catalog needs.
public struct RecipeFiles: Sendable {
    /// Returns the names in a folder, in any order.
    public var list: @Sendable (_ folder: String) throws -> [String]
    /// Returns a file's bytes; nil when there is no such file.
    public var read: @Sendable (_ file: String) throws -> [UInt8]?

    public init(
        list: @escaping @Sendable (_ folder: String) throws -> [String],
        read: @escaping @Sendable (_ file: String) throws -> [UInt8]?
    ) {
        self.list = list
        self.read = read
    }

    /// Reads the machine's files.
    public static let live = RecipeFiles(
        list: { try FileSystem.repairedNames(in: $0) },
        read: { try FileSystem.exists($0) ? FileSystem.contents($0) : nil })
}
