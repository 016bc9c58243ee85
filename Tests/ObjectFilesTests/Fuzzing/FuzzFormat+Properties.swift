import ObjectFiles

/// What must hold of every file that a reader does not refuse.
extension FuzzFormat {
    /// The property that these bytes break; nil when all hold.
    func brokenProperty(of bytes: ByteView) -> String? {
        switch self {
        case .fat: Self.brokenInFat(bytes)
        case .archive: Self.brokenInArchive(bytes)
        case .machO, .textStub, .elf, .coff, .wasm: nil
        }
    }

    private static func brokenInFat(_ bytes: ByteView) -> String? {
        guard let file = try? FatFile(bytes) else { return nil }
        for slice in file.slices where !bytes.holds(slice.bytes) { return "a slice lies outside of the file" }
        guard let merged = try? FatFile.merge([bytes]) else { return "a fat file that is read cannot be written" }
        guard let again = try? FatFile(ByteView(merged, name: "merged")) else { return "what was written is refused" }
        guard again.slices.count == file.slices.count else { return "slices got lost" }
        for slice in file.slices {
            guard let same = again.slice(for: slice.architecture), same.alignment == slice.alignment,
                same.bytes.bytes() == slice.bytes.bytes()
            else { return "slice \(slice.architecture) changed when it was written" }
        }
        return nil
    }

    private static func brokenInArchive(_ bytes: ByteView) -> String? {
        guard let archive = try? Archive(bytes) else { return nil }
        var end = 8
        for member in archive.members {
            guard bytes.holds(member.bytes) else { return "a member lies outside of the archive" }
            guard member.headerOffset >= end, member.offset >= member.headerOffset + 60 else {
                return "a member lies over another"
            }
            end = member.offset + member.bytes.count
        }
        return nil
    }
}

extension ByteView {
    fileprivate func holds(_ part: ByteView) -> Bool {
        part.fileOffset >= fileOffset && part.fileOffset + part.count <= fileOffset + count
    }
}
