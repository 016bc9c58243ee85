import Machine

/// The formats of archives, recognized by the first bytes of a file.
enum ArchiveFormat: Hashable, Sendable {
    /// A tar, compressed or not. Files of unknown formats count as tars, and libarchive refuses them.
    case tar
    /// A zip. It is read by the table of contents at its end: otherwise a truncated archive would look complete.
    case zip
    /// A Debian binary package (deb(5)): an `ar` archive, of which one member is a tar of the package's files.
    case debianPackage

    /// Reads the first bytes of a file.
    init(of file: borrowing OpenFile) throws(FileError) {
        var start = [UInt8](repeating: 0, count: 8)
        start.removeLast(start.count - (try file.read(into: &start)))
        self =
            if start == DebianPackage.mark {
                .debianPackage
            } else if Self.zipMarks.contains(Array(start.prefix(4))) {
                .zip
            } else {
                .tar
            }
    }

    /// The beginnings of a zip: with entries, and without.
    private static let zipMarks = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]] as [[UInt8]]
}
