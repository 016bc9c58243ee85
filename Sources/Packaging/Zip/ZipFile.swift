import CArchive

/// A zip file that libarchive writes.
final class ZipFile {
    private let archive: OpaquePointer
    private let entry: OpaquePointer

    init(path: String, compression: Int) throws(PackagingError) {
        guard let archive = archive_write_new(), let entry = archive_entry_new() else {
            throw .notZipped("libarchive cannot be initialized")
        }
        self.archive = archive
        self.entry = entry
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_options(archive, "zip:compression-level=\(compression)"))
        // Otherwise libarchive would pad the last block.
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        try check(archive_write_open_filename(archive, path))
    }

    deinit {
        archive_entry_free(entry)
        archive_write_free(archive)
    }

    /// The kinds of entries, as bits of a file's mode.
    private enum Kind: UInt32 {
        case folder = 0o040000
        case file = 0o100000
        case link = 0o120000
    }

    func addFolder(_ path: String) throws(PackagingError) {
        try add(path + "/", kind: .folder, mode: 0o755, size: 0)
    }

    func addFile(_ path: String, isExecutable: Bool, size: Int) throws(PackagingError) {
        try add(path, kind: .file, mode: isExecutable ? 0o755 : 0o644, size: size)
    }

    func addLink(_ path: String, to target: String) throws(PackagingError) {
        try add(path, kind: .link, mode: 0o755, size: 0) { archive_entry_set_symlink_utf8(entry, target) }
    }

    private func add(
        _ path: String, kind: Kind, mode: UInt16, size: Int, _ more: () -> Void = {}
    ) throws(PackagingError) {
        archive_entry_clear(entry)
        archive_entry_set_pathname_utf8(entry, path)
        archive_entry_set_filetype(entry, kind.rawValue)
        archive_entry_set_perm(entry, .init(mode))
        archive_entry_set_size(entry, la_int64_t(size))
        more()
        try check(archive_write_header(archive, entry))
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(PackagingError) {
        guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else { throw failure }
    }

    func close() throws(PackagingError) { try check(archive_write_close(archive)) }

    private func check(_ status: CInt) throws(PackagingError) {
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw failure }
    }

    private var failure: PackagingError {
        .notZipped(archive_error_string(archive).map { String(cString: $0) } ?? "unknown error of libarchive")
    }
}
