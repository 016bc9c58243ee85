import Machine

/// The file operations that a catalog needs.
public struct RecipeFiles: Sendable {
    /// Returns the names in a folder, in any order.
    public var list: @Sendable (_ folder: String) throws -> [String]
    /// Returns a file's bytes; nil when there is no such file.
    public var read: @Sendable (_ file: String) throws -> [UInt8]?
    /// Returns the absolute path of a file or folder without symbolic links; nil when there is none.
    public var realPath: @Sendable (_ path: String) -> String?

    public init(
        list: @escaping @Sendable (_ folder: String) throws -> [String],
        read: @escaping @Sendable (_ file: String) throws -> [UInt8]?,
        realPath: @escaping @Sendable (_ path: String) -> String?
    ) {
        self.list = list
        self.read = read
        self.realPath = realPath
    }

    /// Reads the machine's files.
    public static let live = RecipeFiles(
        list: { try FileSystem.repairedNames(in: $0) },
        read: { try FileSystem.exists($0) ? FileSystem.contents($0) : nil },
        realPath: { FileSystem.realPath($0) })
}
