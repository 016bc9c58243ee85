#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writing a file that is whole or not there.
enum NewFile {
    /// Makes a file in place of what file or link stands there, lets `body` write it,
    /// and takes it away when that throws.
    static func write(
        to path: String, isExecutable: Bool, _ body: (borrowing OpenFile) throws(StoreError) -> Void
    ) throws(StoreError) {
        let file = try create(path)
        do throws(StoreError) {
            try body(file)
            try file.setPermissions(isExecutable ? 0o755 : 0o644)
        } catch {
            try? FileSystem.remove(path)
            throw error
        }
    }

    private static func create(_ path: String) throws(StoreError) -> OpenFile {
        if let file = try OpenFile.creating(path, mode: 0o600) { return file }
        try FileSystem.remove(path)
        guard let file = try OpenFile.creating(path, mode: 0o600) else {
            throw .system(.open, path: path, code: EEXIST)
        }
        return file
    }
}

extension OpenFile {
    /// All the bytes of a file.
    static func contents(of path: String) throws(StoreError) -> [UInt8] {
        let file = try OpenFile.reading(path)
        var bytes: [UInt8] = []
        try file.forEachChunk(sizeHint: file.status().size) { (chunk) throws(StoreError) in bytes += chunk }
        return bytes
    }
}
