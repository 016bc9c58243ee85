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

    /// Fails at every call.
    public static let unimplemented = RecipeFiles(
        list: { throw NoFileAccess(path: $0) }, read: { throw NoFileAccess(path: $0) })

    /// Reads files from a dictionary by path, for tests.
    public static func fixed(_ files: [String: String]) -> RecipeFiles {
        RecipeFiles(
            list: { folder in
                let names = files.keys.filter { $0.hasPrefix(folder + "/") }
                    .compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first.map(String.init) }
                if names.isEmpty { throw NoFileAccess(path: folder) }
                return Array(Set(names))
            },
            read: { files[$0].map { Array($0.utf8) } })
    }

    private struct NoFileAccess: Error, CustomStringConvertible {
        let path: String
        var description: String { "no such file or folder" }
    }
}
