/// Scans an archive in a file without mapping it: one buffer suffices for any size.
extension ArchiveScan {
    /// Returns the architecture of all members, or nil to leave the decision to `Archive`. With
    /// `checksWhileCopying`, returns the architecture of the first object, without reading the other members.
    static func architecture(
        of archive: ByteView, checksWhileCopying: Bool
    ) throws(ObjectFileError) -> MachOArchitecture? {
        var scan = ArchiveScan()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while offset < archive.count {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(archive.count - offset))
            try archive.slice(at: offset, count: part.count).copy(to: part)
            scan.take(UnsafeRawBufferPointer(part))
            if checksWhileCopying, let architecture = scan.architecture { return architecture }
            offset = scan.skip(to: archive.count)
        }
        return scan.agreed
    }
}
