import Basics
import ObjectFiles
import Steps

/// The audit's rules that depend on one object alone, not on the rest of its archive.
struct ObjectRules {
    var expectation: AuditExpectation
    /// Texts that no object may contain: paths of build folders.
    var forbidden: [String]

    /// A broken rule, without the archive and the member.
    struct Breach: Hashable {
        var rule: AuditReport.Rule
        var expected: String
        var found: String
    }

    /// The search for forbidden texts in objects.
    var search: BuildPathSearch { BuildPathSearch(forbidden: forbidden, guesses: false) }

    func breaches(of object: AuditedObject) -> [Breach] {
        let summary = object.summary
        guard summary.format == expectation.format, summary.kind == .object else {
            let found = "\(summary.format.rawValue) \(summary.kind.rawValue)"
            return [Breach(rule: .format, expected: "\(expectation.format.rawValue) object", found: found)]
        }
        return requirements.compactMap { rule, requirement in
            requirement.miss(object).map {
                Breach(rule: rule, expected: $0.expected.joined(separator: " or "), found: $0.found)
            }
        }
            + object.buildPaths.map {
                Breach(rule: .buildPath, expected: "no `\($0.forbidden ?? "")`", found: "`\($0.text)`")
            }
    }

    private var requirements: [(AuditReport.Rule, AuditRequirement)] {
        let expected: [(AuditReport.Rule, AuditProperty, String?)] = [
            (.architecture, .architecture, expectation.architecture),
            (.platform, .platform, expectation.platform?.description),
            (.minimumVersion, .minimumVersion, expectation.recordedVersion?.description),
            (.bitcode, .bitcode, expectation.bitcode.rawValue),
        ]
        return expected.compactMap { rule, property, value in
            value.map { (rule, AuditRequirement(property, [$0])) }
        }
    }
}
