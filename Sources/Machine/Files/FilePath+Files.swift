public import SystemPackage

extension FilePath {
    /// Whether the path exists; a link counts as its target.
    public var exists: Bool { FileSystem.exists(string) }

    /// The size of the file in bytes; nil if the path is not a file, also if it is a link.
    public var fileSize: Int? { (try? FileStatus.of(string)).flatMap { $0.kind == .file ? $0.size : nil } }

    /// The text of the file; nil when it cannot be read.
    public var text: String? { FileSystem.text(string) }

    /// The paths of the folder's entries, sorted; empty when the path is not a folder. In names that are not UTF-8,
    /// replacement characters stand for the invalid bytes.
    public var entries: [FilePath] {
        ((try? FileSystem.repairedNames(in: string)) ?? []).map { appending($0) }
    }

    /// Makes the folder, and its parents, if they are missing.
    public func makeFolders() throws(FileError) { try FileSystem.makeFolders(string) }

    /// Writes the text to a new file in the same folder, then renames that file to this path.
    public func write(_ text: String) throws(FileError) { try FileSystem.write(text.utf8, to: string) }

    /// Removes a file, a link, or a folder with its contents; a missing path is no error. Follows no links, and changes
    /// the permissions of folders that prevent the removal.
    public func removeTree() throws(FileError) { try FileSystem.removeTree(string) }
}
