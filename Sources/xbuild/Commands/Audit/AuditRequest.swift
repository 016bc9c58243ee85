import ObjectFiles
import Packaging

/// The parsed arguments of `xbuild audit`, and the audit.
struct AuditRequest: Hashable, Sendable {
    var paths: [String] = []
    var requirements: [AuditRequirement] = []
    var prefixes: [String] = []
    var forbidden: [String] = []
    /// Whether the findings are printed as JSON.
    var isJSON = false
    /// Whether each build path, and each symbol that lacks the prefix, is printed.
    var isVerbose = false
}

extension AuditRequest: FastPathCommand {
    /// Nil for any unusual argument: the argument parser then handles it, or reports the error.
    ///
    /// - Parameter words: the arguments after the command's name.
    init?(plain words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--json": isJSON = true
            case "--verbose", "-v": isVerbose = true
            case "--expect", "--prefix", "--forbid":
                guard let value = rest.popFirst(), !value.hasPrefix("-"), take(value, of: word) else { return nil }
            default:
                guard !word.hasPrefix("-") else { return nil }
                paths.append(word)
            }
        }
        if paths.isEmpty { return nil }
    }

    private mutating func take(_ value: String, of option: String) -> Bool {
        switch option {
        case "--prefix": prefixes.append(value)
        case "--forbid": forbidden.append(value)
        default:
            guard let requirement = AuditRequirement(value) else { return false }
            requirements.append(requirement)
        }
        return true
    }

    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus {
        let audit = ObjectAudit(
            requirements: requirements, prefixes: prefixes, search: BuildPathSearch(forbidden: forbidden))
        var report = ObjectAuditReport()
        for path in paths {
            for file in try ObjectPaths.files(at: path) {
                do throws(ObjectFileError) {
                    try audit.add(file, to: &report)
                } catch {
                    report.unreadable.append("\(error)")
                }
            }
        }
        try out(isJSON ? report.json : AuditTable(report: report, isVerbose: isVerbose).text)
        report.unreadable.forEach { talk("error: \($0)\n") }
        AuditTable.misses(report).forEach { talk("error: \($0)\n") }
        return report.unreadable.isEmpty && report.misses.isEmpty ? .done : .failedAudit
    }
}
