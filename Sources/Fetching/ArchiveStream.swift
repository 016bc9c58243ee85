// libarchive's reader as a sequence of entries. Entries are not trusted: every unpacked byte is counted, whatever size
// an entry declares. The caller checks paths and targets.

import CArchive
import Machine
import SystemPackage

/// An archive that is read from its start to its end, in chunks.
final class ArchiveStream {
    private let archive: OpaquePointer
    private let name: String
    private let format: ArchiveFormat
    /// The package whose member libarchive reads.
    private let package: DebianPackage?
    private var count: ArchiveCount
    /// The end of the last entry in the unpacked stream, without its padding.
    private var endOfEntry = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    /// Opens a file. The stream of a Debian binary package has the package's files.
    static func open(_ path: FilePath, limits: ArchiveLimits) throws(ArchiveError) -> ArchiveStream {
        let name = path.lastComponent?.string ?? path.string
        do throws(ArchiveError.Reason) {
            let (format, size) = try formatAndSize(of: path.string)
            let package = format == .debianPackage ? try DebianPackage(path.string) : nil
            guard let archive = archive_read_new() else { throw .unreadable("libarchive could not be initialized") }
            let count = ArchiveCount(limits: limits, packedSize: size)
            let stream = ArchiveStream(archive, name, format, package, count)
            try stream.start(path.string)
            return stream
        } catch {
            throw ArchiveError(archive: name, entry: nil, reason: error)
        }
    }

    private static func formatAndSize(of path: String) throws(ArchiveError.Reason) -> (ArchiveFormat, Int) {
        do throws(FileError) {
            let file = try OpenFile.reading(path)
            return (try ArchiveFormat(of: file), try file.status().size)
        } catch {
            throw .unreadable("\(error)")
        }
    }

    private init(
        _ archive: OpaquePointer, _ name: String, _ format: ArchiveFormat, _ package: DebianPackage?,
        _ count: ArchiveCount
    ) {
        (self.archive, self.name, self.format, self.package, self.count) = (archive, name, format, package, count)
    }

    private func start(_ path: String) throws(ArchiveError.Reason) {
        for support in format == .zip ? [archive_read_support_format_zip_seekable] : Self.tarSupports {
            _ = support(archive)
        }
        guard let package else {
            guard archive_read_open_filename(archive, path, buffer.count) == ARCHIVE_OK else { throw failure }
            return
        }
        // This stream keeps the package for as long as libarchive has the pointer to it.
        let data = Unmanaged.passUnretained(package).toOpaque()
        let status = archive_read_open(
            archive, data, nil,
            { _, data, bytes in
                let package = data.map { Unmanaged<DebianPackage>.fromOpaque($0).takeUnretainedValue() }
                guard let chunk = package?.nextChunk() else { return la_ssize_t(ARCHIVE_FATAL) }
                bytes?.pointee = chunk.baseAddress
                return chunk.count
            }, nil)
        guard status == ARCHIVE_OK else { throw failure }
    }

    private static let tarSupports = [
        archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
        archive_read_support_filter_zstd, archive_read_support_format_tar,
    ]

    deinit {
        archive_read_free(archive)
        buffer.deallocate()
    }

    /// Returns the next entry; nil at the end.
    func next() throws(ArchiveError) -> ArchiveEntry? {
        // libarchive can convert a zip's names to UTF-8 only in a UTF-8 locale. A tar is read in the C locale, because
        // in a UTF-8 locale libarchive also changes a tar's names: it composes accented letters.
        format == .zip ? try UnicodeLocale.with { () throws(ArchiveError) in try nextEntry() } : try nextEntry()
    }

    private func nextEntry() throws(ArchiveError) -> ArchiveEntry? {
        try naming(nil) { () throws(ArchiveError.Reason) in
            var entry: OpaquePointer?
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF {
                try checkEnd()
                return nil
            }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else { throw failure }
            // The headers of a tar are unpacked bytes too.
            if format != .zip { try count.addBytes(position - endOfEntry, from: packedPosition) }
            endOfEntry = position
            try count.addEntry()
            return ArchiveEntry(entry)
        }
    }

    /// Passes the bytes of the current entry to `body` in chunks. An entry that declares more bytes than the limits
    /// allow is refused before its first byte.
    func read(
        _ entry: ArchiveEntry, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try naming(entry) { () throws(ArchiveError.Reason) in try count.checkRoom(for: entry.declaredSize) }
        while let chunk = try nextChunk(of: entry) { try body(chunk) }
    }

    /// Skips the current entry. In a tar, the entry is unpacked for that, within the same limits.
    func skip(_ entry: ArchiveEntry) throws(ArchiveError) {
        switch format {
        case .zip:
            try naming(entry) { () throws(ArchiveError.Reason) in
                guard archive_read_data_skip(archive) == ARCHIVE_OK else { throw failure }
            }
        case .tar, .debianPackage:
            while try nextChunk(of: entry) != nil {}
        }
    }

    /// Returns the next bytes of the current entry, which are valid until the next call; nil at its end.
    private func nextChunk(of entry: ArchiveEntry) throws(ArchiveError) -> UnsafeRawBufferPointer? {
        try naming(entry) { () throws(ArchiveError.Reason) in
            guard !Task.isCancelled else { throw .cancelled }
            let size = archive_read_data(archive, buffer.baseAddress, buffer.count)
            guard size >= 0 else { throw failure }
            guard size > 0 else {
                endOfEntry = position
                return nil
            }
            try count.addBytes(size, from: packedPosition)
            return UnsafeRawBufferPointer(rebasing: buffer[..<size])
        }
    }

    /// The position in the unpacked stream.
    private var position: Int { Int(archive_filter_bytes(archive, 0)) }

    /// The position in the archive's file, or in the member of a package.
    private var packedPosition: Int { Int(archive_filter_bytes(archive, -1)) }

    /// Throws if the archive is cut off. A tar ends with blocks of zeros; libarchive accepts a tar without them, which
    /// may have been truncated between two entries.
    private func checkEnd() throws(ArchiveError.Reason) {
        switch format {
        case .zip: break
        case .tar, .debianPackage: guard position > (endOfEntry + 511) / 512 * 512 else { throw .truncated }
        }
    }

    /// The error of the last call, which failed.
    private var failure: ArchiveError.Reason {
        if let failure = package?.failure { return .unreadable("\(failure)") }
        return .unreadable(archive_error_string(archive).map { String(cString: $0) } ?? "unknown error")
    }

    /// Returns the result of `body`; an error of `body` gets the names of the archive and of the entry.
    private func naming<Value>(
        _ entry: ArchiveEntry?, _ body: () throws(ArchiveError.Reason) -> Value
    ) throws(ArchiveError) -> Value {
        do throws(ArchiveError.Reason) { return try body() } catch { throw self.error(error, entry) }
    }

    /// Returns an error about an entry of this archive.
    func error(_ reason: ArchiveError.Reason, _ entry: ArchiveEntry?) -> ArchiveError {
        ArchiveError(archive: name, entry: entry?.path, reason: reason)
    }
}
