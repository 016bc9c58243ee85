/// Reads the contents of a thin archive's members. Callers pass this effect in; without it, the contents are empty.
public struct ThinContents: Sendable {
    /// Returns the bytes of a member's file; `path` is as the archive records it.
    public var file: @Sendable (_ path: String) throws(ObjectFileError) -> ByteView

    public init(file: @escaping @Sendable (_ path: String) throws(ObjectFileError) -> ByteView) { self.file = file }

    /// Returns contents that are read from files of this machine, with paths relative to the archive's folder.
    public static func beside(_ archive: String) -> ThinContents {
        let folder = archive.lastIndex(of: "/").map { archive[...$0] } ?? ""
        return ThinContents { path throws(ObjectFileError) in
            try ByteView(path: path.hasPrefix("/") ? path : folder + path)
        }
    }
}

extension Archive {
    /// Returns the members with their contents, from their files.
    ///
    /// - Throws: the errors of `contents`, and `memberChanged` for a file that was written after the archive.
    public func members(_ contents: ThinContents) throws(ObjectFileError) -> [ArchiveMember] {
        guard flavor == .thin else { return members }
        var resolver = ThinResolver(contents)
        return try members.map { member throws(ObjectFileError) in try resolver.resolved(member) }
    }
}

/// Fetches members from their files. A file that contains several of them is read once.
private struct ThinResolver {
    private let contents: ThinContents
    // Members of nested archives, by the offsets of their headers.
    private var nested: [String: [Int: ArchiveMember]] = [:]

    init(_ contents: ThinContents) { self.contents = contents }

    /// Returns the member with its contents.
    mutating func resolved(_ member: ArchiveMember) throws(ObjectFileError) -> ArchiveMember {
        guard let elsewhere = member.elsewhere else { return member }
        var resolved = member
        if let position = elsewhere.memberOffset {
            // ar adds an archive's members to a thin archive one by one: there is no third level.
            guard let inner = try members(of: elsewhere.path)[position] else {
                throw member.bytes.error(.badField(.memberOffset, value: UInt64(position)))
            }
            resolved.name = inner.name
            resolved.bytes = inner.bytes
        } else {
            resolved.bytes = try contents.file(elsewhere.path).asMember(member.name)
        }
        guard resolved.bytes.count == elsewhere.size else {
            throw member.bytes.error(
                .memberChanged(path: elsewhere.path, stated: elsewhere.size, found: resolved.bytes.count))
        }
        return resolved
    }

    private mutating func members(of path: String) throws(ObjectFileError) -> [Int: ArchiveMember] {
        if let known = nested[path] { return known }
        let archive = try Archive(contents.file(path))
        let members = Dictionary(archive.members.map { ($0.headerOffset, $0) }) { first, _ in first }
        nested[path] = members
        return members
    }
}
