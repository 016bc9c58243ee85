// libarchive's reader as a sequence of entries. Entries are not trusted: declared sizes are ignored, and every unpacked
// byte is counted. The caller checks paths and targets.

import CArchive
import Machine
import SystemPackage

/// An archive that is read from its start to its end.
final class ArchiveStream {
    private let archive: OpaquePointer
    private let name: String
    private let limits: ArchiveLimits
    private let packedSize: Int
    private let looksLikeZip: Bool
    private let isPackage: Bool
    private var entries = 0
    private var unpacked = 0
    /// The end of the last entry in the unpacked stream, without its padding.
    private var endOfEntry = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    /// The archive's bytes, if it is a part of another archive.
    private let bytes: UnsafeMutableRawBufferPointer?

    /// Opens a file. Of a Debian binary package (deb(5)), an archive of three members, the stream is the member with
    /// the package's files.
    static func open(_ file: FilePath, limits: ArchiveLimits) throws(ArchiveError) -> ArchiveStream {
        let name = file.lastComponent?.string ?? file.string
        let start = Self.start(of: file)
        let outer = try ArchiveStream(
            name, limits: limits, size: file.fileSize ?? 0, isZip: start.starts(with: "PK".utf8),
            isPackage: start == Array("!<arch>\n".utf8))
        guard archive_read_open_filename(outer.archive, file.string, outer.buffer.count) == ARCHIVE_OK else {
            throw outer.failure(nil)
        }
        guard outer.isPackage else { return outer }
        while let entry = try outer.next() {
            guard entry.path.hasPrefix("data.tar") else {
                try outer.skip(entry)
                continue
            }
            let inner = try ArchiveStream(name, limits: limits, bytes: outer.read(entry))
            guard archive_read_open_memory(inner.archive, inner.bytes?.baseAddress, inner.packedSize) == ARCHIVE_OK
            else { throw inner.failure(nil) }
            return inner
        }
        throw ArchiveError(archive: name, entry: nil, reason: .unreadable("the package has no `data.tar`"))
    }

    private init(
        _ name: String, limits: ArchiveLimits, size: Int = 0, isZip: Bool = false, isPackage: Bool = false,
        bytes: [UInt8]? = nil
    ) throws(ArchiveError) {
        self.name = name
        self.limits = limits
        self.isPackage = isPackage
        packedSize = bytes?.count ?? size
        looksLikeZip = isZip
        guard let archive = archive_read_new() else {
            throw ArchiveError(archive: name, entry: nil, reason: .unreadable("libarchive could not be initialized"))
        }
        self.archive = archive
        self.bytes = bytes.map { bytes in
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            copy.copyBytes(from: bytes)
            return copy
        }
        for support in isPackage ? [archive_read_support_format_ar] : Self.supports { _ = support(archive) }
    }

    private static let supports = [
        archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
        archive_read_support_filter_zstd, archive_read_support_format_tar,
        // A zip is read by the table of contents at its end: otherwise a truncated archive would look complete.
        archive_read_support_format_zip_seekable,
    ]

    /// Returns the first eight bytes of a file; none when it has fewer.
    private static func start(of file: FilePath) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 8)
        guard let file = try? OpenFile.reading(file.string), (try? file.read(into: &bytes)) == bytes.count else {
            return []
        }
        return bytes
    }

    deinit {
        archive_read_free(archive)
        buffer.deallocate()
        bytes?.deallocate()
    }

    /// Returns the next entry; nil at the end.
    func next() throws(ArchiveError) -> ArchiveEntry? {
        // libarchive can convert a zip's names to UTF-8 only in a UTF-8 locale. A tar is read in the C locale, because
        // in a UTF-8 locale libarchive also changes a tar's names: it composes accented letters.
        looksLikeZip ? try UnicodeLocale.with { () throws(ArchiveError) in try nextEntry() } : try nextEntry()
    }

    private func nextEntry() throws(ArchiveError) -> ArchiveEntry? {
        var entry: OpaquePointer?
        let status = archive_read_next_header(archive, &entry)
        if status == ARCHIVE_EOF {
            try checkEnd()
            return nil
        }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw failure(nil) }
        entries += 1
        endOfEntry = position
        guard entries <= limits.entries else { throw bound(.entries, limits.entries, nil) }
        return ArchiveEntry(entry)
    }

    /// Returns the bytes of the current entry.
    func read(_ entry: ArchiveEntry) throws(ArchiveError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachChunk(of: entry) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Skips the current entry. In a tar, the entry is unpacked for that, within the same limits.
    func skip(_ entry: ArchiveEntry) throws(ArchiveError) {
        if isZip {
            guard archive_read_data_skip(archive) == ARCHIVE_OK else { throw failure(entry) }
        } else {
            try forEachChunk(of: entry) { _ in }
        }
    }

    private func forEachChunk(
        of entry: ArchiveEntry, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(ArchiveError) {
        while true {
            let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw failure(entry) }
            guard count > 0 else { break }
            unpacked += count
            guard unpacked <= limits.bytes else { throw bound(.bytes, limits.bytes, entry) }
            guard unpacked <= limits.ratioFloor || unpacked / limits.ratio <= packedSize else {
                throw bound(.ratio, limits.ratio, entry)
            }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        endOfEntry = position
    }

    private var position: Int { Int(archive_filter_bytes(archive, 0)) }

    private var isZip: Bool { archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

    /// Throws if the archive is cut off. A tar ends with blocks of zeros; libarchive accepts a tar without them, which
    /// may have been truncated between two entries.
    private func checkEnd() throws(ArchiveError) {
        guard !isZip, !isPackage else { return }
        guard position > (endOfEntry + 511) / 512 * 512 else {
            throw ArchiveError(archive: name, entry: nil, reason: .truncated)
        }
    }

    private func failure(_ entry: ArchiveEntry?) -> ArchiveError {
        let message = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
        return error(.unreadable(message), entry)
    }

    private func bound(_ bound: ArchiveError.Bound, _ limit: Int, _ entry: ArchiveEntry?) -> ArchiveError {
        error(.bound(bound, limit: limit), entry)
    }

    /// Returns an error about an entry of this archive.
    func error(_ reason: ArchiveError.Reason, _ entry: ArchiveEntry?) -> ArchiveError {
        ArchiveError(archive: name, entry: entry?.path, reason: reason)
    }
}
