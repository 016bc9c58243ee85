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
    private var entries = 0
    private var unpacked = 0
    /// The end of the last entry in the unpacked stream, without its padding.
    private var endOfEntry = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    init(_ file: FilePath, limits: ArchiveLimits) throws(ArchiveError) {
        name = file.lastComponent?.string ?? file.string
        self.limits = limits
        packedSize = file.fileSize ?? 0
        looksLikeZip = Self.beginsAsZip(file)
        guard let archive = archive_read_new() else {
            throw ArchiveError(archive: name, entry: nil, reason: .unreadable("libarchive could not be initialized"))
        }
        self.archive = archive
        for support in [
            archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
            archive_read_support_filter_zstd, archive_read_support_format_tar,
            // A zip is read by the table of contents at its end: otherwise a truncated archive would look complete.
            archive_read_support_format_zip_seekable,
        ] { _ = support(archive) }
        guard archive_read_open_filename(archive, file.string, buffer.count) == ARCHIVE_OK else { throw failure(nil) }
    }

    private static func beginsAsZip(_ file: FilePath) -> Bool {
        var bytes: [UInt8] = [0, 0]
        guard let file = try? OpenFile.reading(file.string), (try? file.read(into: &bytes)) == 2 else { return false }
        return bytes == Array("PK".utf8)
    }

    deinit {
        archive_read_free(archive)
        buffer.deallocate()
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
        guard !isZip else { return }
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
