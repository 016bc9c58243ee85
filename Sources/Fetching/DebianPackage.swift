// Debian binary packages, as deb(5) describes them: an `ar` archive of the members `debian-binary`, `control.tar` and
// `data.tar`, the last two with a suffix for their compression, such as `.xz`. `data.tar` has the package's files.
//
// An `ar` archive begins with `!<arch>\n`. Each member has a header of 60 bytes and then its bytes; members of odd size
// have one byte of padding. The header has the name in 16 bytes, padded with spaces, and the size in decimal digits in
// the 10 bytes at 48; its last two bytes are "`\n".

import Machine

/// The member `data.tar` of a Debian binary package, which is read in chunks.
final class DebianPackage {
    /// The first bytes of a package.
    static let mark = Array("!<arch>\n".utf8)

    private let file: OpenFile
    /// The part of the member that has not been read.
    private var rest: Range<Int>
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// The error of `nextChunk`.
    private(set) var failure: FileError?

    /// Finds the member of the package at a path.
    init(_ path: String) throws(ArchiveError.Reason) {
        do {
            let file = try OpenFile.reading(path)
            rest = try Self.data(in: file)
            self.file = file
        } catch {
            throw error as? ArchiveError.Reason ?? .unreadable("\(error)")
        }
    }

    deinit { buffer.deallocate() }

    private static func data(in file: borrowing OpenFile) throws -> Range<Int> {
        let end = try file.status().size
        var offset = mark.count
        var header = [UInt8](repeating: 0, count: 60)
        while offset < end {
            guard offset + header.count <= end else { throw ArchiveError.Reason.truncated }
            try header.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
            guard header[58...] == [0x60, 0x0A], let size = number(header[48..<58]) else {
                throw ArchiveError.Reason.unreadable("the package has a malformed header")
            }
            let start = offset + header.count
            guard start + size <= end else { throw ArchiveError.Reason.truncated }
            if header.starts(with: "data.tar".utf8) { return start..<start + size }
            offset = start + size + size % 2
        }
        throw ArchiveError.Reason.unreadable("the package has no `data.tar`")
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: digits, as: UTF8.self).prefix { $0 != " " }).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Returns the next bytes of the member, which are valid until the next call; none at its end. Nil when they cannot
    /// be read.
    func nextChunk() -> UnsafeRawBufferPointer? {
        let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, rest.count)])
        do throws(FileError) {
            try file.read(at: rest.lowerBound, into: chunk)
        } catch {
            failure = error
            return nil
        }
        rest = rest.dropFirst(chunk.count)
        return UnsafeRawBufferPointer(chunk)
    }
}
