import ObjectFiles
import Packaging

/// The report of `xbuild audit` for people.
struct AuditTable {
    let report: ObjectAuditReport
    let isVerbose: Bool

    /// A row for each slice, and with `isVerbose` the findings for each object.
    var text: String {
        var table = Table()
        table.add([
            "slice", "objects", "architecture", "platform", "minimum", "sdk", "bitcode", "pic", "debug", "exec stack",
            "build paths", "symbols",
        ])
        for slice in report.slices { table.add(row(slice)) }
        return table.text + (isVerbose ? report.slices.map(findings).joined() : "")
    }

    private func row(_ slice: ObjectAuditReport.Slice) -> [String] {
        let columns: [AuditProperty] = [
            .architecture, .platform, .minimumVersion, .sdk, .bitcode, .positionIndependence, .debugInformation,
            .executableStack,
        ]
        return [name(slice), "\(slice.objects)"] + columns.map { values(slice, $0) }
            + ["\(slice.buildPaths.count)", symbols(slice)]
    }

    private func name(_ slice: ObjectAuditReport.Slice) -> String { slice.file + (slice.slice.map { ":\($0)" } ?? "") }

    private func values(_ slice: ObjectAuditReport.Slice, _ property: AuditProperty) -> String {
        let counts = slice.answers[property.rawValue] ?? [:]
        return counts.isEmpty ? "-" : counts.keys.sorted().joined(separator: ",")
    }

    /// Returns `3 of 60 without secp256k1`; the prefix is in brackets if it is a guess.
    private func symbols(_ slice: ObjectAuditReport.Slice) -> String {
        guard !slice.prefixes.isEmpty else { return "\(slice.symbols), no prefix known" }
        let words = slice.prefixes.joined(separator: ", ")
        return "\(slice.otherSymbols.count) of \(slice.symbols) without \(slice.isPrefixGuessed ? "(\(words))" : words)"
    }

    private func findings(_ slice: ObjectAuditReport.Slice) -> String {
        let paths = slice.buildPaths.map { "\($0.object): build path: \($0.text)\n" }
        let symbols = slice.otherSymbols.map { "\($0.object): symbol: \($0.text)\n" }
        return (paths + symbols).joined()
    }

    private static let mostMisses = 20

    /// Returns the failed expectations as text; a long list is shortened.
    static func misses(_ report: ObjectAuditReport) -> [String] {
        let rest = report.misses.count - mostMisses
        return report.misses.prefix(mostMisses).map(\.description)
            + (rest > 0 ? ["\(rest) more: --json lists them all"] : [])
    }
}
