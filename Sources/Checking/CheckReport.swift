import Basics

/// A fault, its place, and its hint.
public struct CheckFinding: Hashable, Sendable, Codable {
    public var check: Check
    public var severity: Check.Severity
    /// The package's name as given by the user.
    public var package: String
    /// The file below the package; nil when the finding is about the package as a whole.
    public var file: String?
    /// The place in the file: a key (`artifacts.z.variants[0].path`), a line, a member of an archive, a byte.
    public var place: String?
    public var message: String
    public var hint: String

    /// The package, file and place: `Z.xcframework/Info.plist: AvailableLibraries[0]`.
    public var location: String {
        let path = file.map { "\(package)/\($0)" } ?? package
        return place.map { "\(path): \($0)" } ?? path
    }
}

/// The findings in one or more packages.
public struct CheckReport: Hashable, Sendable, Codable {
    public var findings: [CheckFinding]

    public init(findings: [CheckFinding] = []) { self.findings = findings }

    public var errors: [CheckFinding] { findings.filter { $0.severity == .error } }
    public var warnings: [CheckFinding] { findings.filter { $0.severity == .warning } }

    /// Returns the report for programs: keys sorted, findings in the order in which they were found.
    public func json() throws -> String { try jsonText() }

    /// The report for people: errors first, each with its place and its hint.
    public var text: String {
        (errors + warnings).map { finding in
            "\(finding.severity.rawValue): \(finding.message) [\(finding.check.rawValue)]\n"
                + "  --> \(finding.location)\n  hint: \(finding.hint)\n"
        }.joined()
    }
}
