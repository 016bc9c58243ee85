/// What an archive is for: what all its members are for.
extension Archive {
    /// The architecture of the Mach-O members, which must agree. Members that are no objects at all (text that somebody
    /// put there) are refused as `lipo` does.
    public func machOArchitecture() throws(ObjectFileError) -> MachOArchitecture {
        var first: (name: String, header: MachOHeader)?
        for member in members {
            let header = try header(of: member)
            guard let known = first else {
                first = (member.name, header)
                continue
            }
            guard known.header.architecture.isSame(as: header.architecture) else {
                throw bytes.error(
                    .mixedArchitectures(
                        first: known.name, firstArchitecture: known.header.architecture.name, second: member.name,
                        secondArchitecture: header.architecture.name))
            }
        }
        guard let first else { throw bytes.error(.noObjects) }
        return first.header.architecture
    }

    private func header(of member: ArchiveMember) throws(ObjectFileError) -> MachOHeader {
        let kind = try FileKind(of: member.bytes)
        guard kind == .object(.machO) else { throw member.bytes.error(.unexpectedFormat(kind.description)) }
        return try MachOHeader(parsing: member.bytes)
    }
}
