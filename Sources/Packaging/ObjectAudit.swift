import ObjectFiles

/// Audits files that xbuild need not have built: reports each slice, and the violated requirements.
///
/// `Audit` checks the same properties of objects, but for targets of a recipe, for which the expected values are known.
public struct ObjectAudit: Sendable {
    public var requirements: [AuditRequirement]
    /// The prefixes of the library's symbols; empty to guess them.
    public var prefixes: [String]
    public var search: BuildPathSearch

    public init(requirements: [AuditRequirement] = [], prefixes: [String] = [], search: BuildPathSearch) {
        self.requirements = requirements
        self.prefixes = prefixes
        self.search = search
    }

    /// Adds the facts about a file to a report.
    ///
    /// - Throws: an error if the file contains no objects, or is so damaged that they cannot be found.
    public func add(_ bytes: ByteView, to report: inout ObjectAuditReport) throws(ObjectFileError) {
        let thin = ThinContents.beside(bytes.name)
        for slice in try AuditedSlice.all(in: bytes, thin: thin, search, prefixes: prefixes) {
            report.slices.append(ObjectAuditReport.Slice(slice))
            report.unreadable += slice.unreadable.map { "\($0)" }
            for object in slice.objects { report.misses += misses(object, name: slice.name(of: object)) }
        }
    }

    private func misses(_ object: AuditedObject, name: String) -> [ObjectAuditReport.Miss] {
        let required = requirements.compactMap { $0.miss(object) }.map {
            ObjectAuditReport.Miss(
                object: name, property: $0.property.rawValue, expected: $0.expected, found: $0.found)
        }
        let forbidden = object.buildPaths.compactMap { path in
            path.forbidden.map {
                ObjectAuditReport.Miss(object: name, property: "forbidden", expected: ["no `\($0)`"], found: path.text)
            }
        }
        return required + forbidden
    }
}
