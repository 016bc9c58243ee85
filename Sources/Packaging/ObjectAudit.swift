import ObjectFiles

/// The audit of files as they are, whoever made them: a row for each slice, and what is not as it was required.
///
/// `Audit` asks the same questions of the same objects, but for targets of a recipe, whose answers are known.
public struct ObjectAudit: Sendable {
    public var requirements: [AuditRequirement]
    /// What the library's symbols begin with; empty to guess.
    public var prefixes: [String]
    public var search: BuildPathSearch

    public init(requirements: [AuditRequirement] = [], prefixes: [String] = [], search: BuildPathSearch) {
        self.requirements = requirements
        self.prefixes = prefixes
        self.search = search
    }

    /// Adds what a file holds to a report.
    ///
    /// - Throws: when the file is none that holds objects, or too broken to say what it holds.
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
