import Machine
import ObjectFiles

/// Finds the files with objects at a path that the user named.
enum ObjectPaths {
    /// Returns the file at the path, in any format; for a folder, every archive, object and fat file below it, ordered
    /// by path. Links below a folder are skipped: their targets in the folder are found anyway.
    ///
    /// - Throws: `ObjectFileError` when the file cannot be read, and `CommandFailure` when a folder holds no objects.
    static func files(at path: String) throws -> [ByteView] {
        guard FileSystem.kind(path) == .folder else { return [try ByteView(path: path)] }
        let folder = path.trimmingSuffix("/")
        var files: [ByteView] = []
        for name in names(below: folder) {
            guard let bytes = try? ByteView(path: "\(folder)/\(name)"), holdsObjects(bytes) else { continue }
            files.append(bytes)
        }
        guard !files.isEmpty else { throw CommandFailure(.failedAudit, error: "no objects below `\(path)`") }
        return files
    }

    /// Returns the sorted paths of the regular files below a folder.
    private static func names(below folder: String) -> [String] {
        let names = (try? FileSystem.subpaths(of: folder, skippingUnreadable: true)) ?? []
        return names.filter { (try? FileStatus.of("\(folder)/\($0)"))?.kind == .file }.sorted()
    }

    private static func holdsObjects(_ bytes: ByteView) -> Bool {
        switch try? FileKind(of: bytes) {
        case .fat, .archive, .object(.machO), .object(.elf), .object(.wasm), .bitcode: true
        // COFF objects have no magic number: any file can begin like one.
        case .object(.coff): (try? ObjectFile(bytes).sections()) != nil
        case .textStub, nil: false
        }
    }
}
