import Basics
import Documents

/// The review of a recipe's text. It fetches and builds nothing; `adding(licenseTexts:)` and `adding(headerTexts:)`
/// take facts that the caller found in the source.
public struct RecipeLint: Sendable {
    public let source: SourceText
    /// The remarks in the order of the lines.
    public let findings: [LintFinding]
    /// The files of `licenses`.
    public let licenseFiles: [Located<RelativePath>]
    let license: Located<LicenseExpression>?
    let products: Located<Products>?

    public var hasErrors: Bool { findings.contains { $0.diagnostic.severity == .error } }

    /// Reviews a recipe's file. Throws all faults that forbid its use.
    public init(_ bytes: [UInt8], file: String, folder: String? = nil) throws(Faults) {
        let read = try Recipe.draft(bytes, file: file, folder: folder)
        var findings = LintFindings()
        for check in Self.checks { check.run(read.draft, &findings) }
        source = read.source
        let own = read.warnings.map { LintFinding(rule: nil, diagnostic: $0) }
        self.findings = Self.sorted(own + findings.all)
        (licenseFiles, license) = (read.draft.licenseFiles ?? [], read.draft.license)
        products = read.draft.products
    }

    private init(_ lint: RecipeLint, _ findings: [LintFinding]) {
        (source, licenseFiles, license, products) = (lint.source, lint.licenseFiles, lint.license, lint.products)
        self.findings = findings
    }

    func adding(_ findings: [LintFinding]) -> RecipeLint {
        RecipeLint(self, Self.sorted(self.findings + findings))
    }

    private static let checks: [any LintCheck] = [
        MetadataLint(), SourceLint(), FlagLint(), OptionLint(), ConditionLint(), TableLint(), FileLint(), TargetLint(),
    ]

    private static func sorted(_ findings: [LintFinding]) -> [LintFinding] {
        findings.enumerated().sorted { left, right in
            let (a, b) = (left.element.diagnostic.mark, right.element.diagnostic.mark)
            guard let a, let b else { return (a == nil) != (b == nil) ? a == nil : left.offset < right.offset }
            return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
        }.map(\.element)
    }
}

/// A check that finds remarks of one or several rules.
protocol LintCheck: Sendable {
    func run(_ recipe: RecipeDocument, _ findings: inout LintFindings)
}
