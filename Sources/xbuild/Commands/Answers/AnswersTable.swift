import Packaging
import Targets

/// The results of a package's checks as a table: a row for each check, a column for each target.
struct AnswersTable {
    var package: String
    var report: AnswersReport
    /// Whether checks with equal results are shown too.
    var showsAll: Bool

    var text: String {
        guard !rows.isEmpty else { return "\(package): \(summary)\n" }
        var table = Table()
        table.add([package] + report.targets.map(\.name))
        for row in rows {
            table.add([Self.shortened(LiveView.plain(row.check))] + report.targets.map { answer(of: row, for: $0) })
        }
        return table.text
    }

    /// The sentences below the table.
    var notes: [String] {
        (rows.isEmpty ? [] : ["\(package): \(summary)"])
            + report.explained.map { LiveView.plain("\($0); the recipe explains: \($0.reason ?? "")") }
    }

    private var rows: [AnswersReport.Row] {
        showsAll ? report.rows : report.rows.filter { $0.differs(among: report.targets) }
    }

    private var summary: String {
        let count = report.rows.count
        let different = report.rows.filter { $0.differs(among: report.targets) }.count
        return "\(count) \(count == 1 ? "check" : "checks"), \(different) with different results"
    }

    /// Returns a name that fits into a table: some macros of Autoconf put all flags of the compiler into names.
    private static func shortened(_ name: String) -> String {
        name.count > 60 ? "\(name.prefix(36))…\(name.suffix(23))" : name
    }

    private func answer(of row: AnswersReport.Row, for target: Target) -> String {
        guard let answer = row.answers[target.name] else { return "-" }
        return answer.isEmpty ? "''" : LiveView.plain(answer)
    }
}
