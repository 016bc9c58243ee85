/// Where the contents of a thin archive's members come from: an effect, which whoever wants them passes in. Without it
/// they are empty.
public struct ThinContents: Sendable {
    /// The file that an archive's member is; the path is the archive's own spelling of it.
    public var file: @Sendable (_ path: String) throws(ObjectFileError) -> ByteView

    public init(file: @escaping @Sendable (_ path: String) throws(ObjectFileError) -> ByteView) { self.file = file }

    /// Files of this machine, found from the archive's own folder.
    public static func beside(_ archive: String) -> ThinContents {
        let folder = archive.lastIndex(of: "/").map { archive[...$0] } ?? ""
        return ThinContents { path throws(ObjectFileError) in
            try ByteView(path: path.hasPrefix("/") ? path : folder + path)
        }
    }
}

extension Archive {
    /// The members with their contents, wherever those are.
    ///
    /// - Throws: what `contents` throws, and `memberChanged` for a file that has been written since the archive was.
    public func members(_ contents: ThinContents) throws(ObjectFileError) -> [ArchiveMember] {
        guard flavor == .thin else { return members }
        var all: [ArchiveMember] = []
        for member in members { all.append(try member.resolved(contents)) }
        return all
    }
}

extension ArchiveMember {
    /// The same member with its contents at hand.
    public func resolved(_ contents: ThinContents) throws(ObjectFileError) -> ArchiveMember {
        guard let elsewhere else { return self }
        let file = try contents.file(elsewhere.path)
        var resolved = self
        if let position = elsewhere.memberOffset {
            // What is put in a thin archive are an archive's members one by one: there is no third level.
            guard let inner = try Archive(file).members.first(where: { $0.headerOffset == position }) else {
                throw bytes.error(.badField(.memberOffset, value: UInt64(position)))
            }
            resolved.name = inner.name
            resolved.bytes = inner.bytes
        } else {
            resolved.bytes = file.asMember(name)
        }
        guard resolved.bytes.count == elsewhere.size else {
            throw bytes.error(
                .memberChanged(path: elsewhere.path, stated: elsewhere.size, found: resolved.bytes.count))
        }
        return resolved
    }
}
