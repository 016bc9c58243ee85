import ObjectFiles

/// The properties of every file that a reader accepts.
extension FuzzFormat {
    /// Returns the property that these bytes violate; nil when there is none.
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
        guard let again = try? FatFile(ByteView(merged, name: "merged")) else { return "the written file is refused" }
        guard again.slices.count == file.slices.count else { return "slices are missing" }
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
                return "a member overlaps another"
            }
            end = member.offset + member.bytes.count
        }
        return brokenInWriting(archive)
    }

    /// Writes an archive of this archive's objects in every style, reads it again, and returns a difference, if any.
    private static func brokenInWriting(_ archive: Archive) -> String? {
        let members = archive.members.compactMap { member in
            (try? member.object()).flatMap { try? NewArchiveMember(name: member.name, object: $0) }
        }
        guard !members.isEmpty else { return nil }
        // No table can contain a name with a NUL, which WebAssembly allows.
        let symbols = members.flatMap(\.symbols).filter { !$0.utf8.contains(0) }
        for style: ArchiveStyle in [.darwin(isSorted: true), .gnu, .coff] {
            // A name that no archive can contain is refused.
            guard let layout = try? ArchiveLayout(members, style: style) else { continue }
            let bytes = ByteView(layout.bytes(), name: "written")
            guard let written = try? Archive(bytes) else { return "the archive written as \(style) is refused" }
            guard written.members.map(\.name) == members.map(\.name) else { return "names changed in style \(style)" }
            for (new, old) in zip(written.members, members) where !new.bytes.bytes().starts(with: old.bytes.bytes()) {
                return "`\(old.name)` changed in style \(style)"
            }
            guard style != .coff else { continue }
            guard let index = try? written.index() else { return "the table of contents as \(style) is refused" }
            guard index.map(\.symbol).sorted() == symbols.sorted() else { return "symbols changed in style \(style)" }
        }
        return nil
    }
}

extension ByteView {
    fileprivate func holds(_ part: ByteView) -> Bool {
        part.fileOffset >= fileOffset && part.fileOffset + part.count <= fileOffset + count
    }
}
