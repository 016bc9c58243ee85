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
        var resolver = ThinResolver(contents)
        var all: [ArchiveMember] = []
        for member in members { all.append(try resolver.resolved(member)) }
        return all
    }
}

/// Fetches members from where they are. A file that many of them come from is read once.
private struct ThinResolver {
    private let contents: ThinContents
    // Members of nested archives, by where their headers begin.
    private var nested: [String: [Int: ArchiveMember]] = [:]

    init(_ contents: ThinContents) { self.contents = contents }

    /// The same member with its contents at hand.
    mutating func resolved(_ member: ArchiveMember) throws(ObjectFileError) -> ArchiveMember {
        guard let elsewhere = member.elsewhere else { return member }
        var resolved = member
        if let position = elsewhere.memberOffset {
            // What is put in a thin archive are an archive's members one by one: there is no third level.
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
