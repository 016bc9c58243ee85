import Basics
import Documents

/// The review of a recipe's text. It fetches and builds nothing. For remarks about the source, the caller passes facts
/// about the source to `adding(licenseTexts:)` and `adding(headerTexts:among:)`.
public struct RecipeLint: Sendable {
    public let source: SourceText
    /// The remarks in the order of the lines.
    public private(set) var findings: [LintFinding]
    /// The files of `licenses`.
    public let licenseFiles: [Located<RelativePath>]
    let license: Located<LicenseExpression>?
    let products: Located<Products>?

    public var hasErrors: Bool { findings.contains { $0.diagnostic.severity == .error } }

    /// Reviews a recipe's file. Throws all faults that forbid its use.
    public init(_ bytes: [UInt8], file: String, folder: String? = nil) throws(Faults) {
        let read = try Recipe.draft(bytes, file: file, folder: folder)
        var findings = [LintFinding]()
        for check in Self.checks { check.run(read.draft, &findings) }
        source = read.source
        let own = read.warnings.map { LintFinding(rule: nil, diagnostic: $0) }
        self.findings = (own + findings).sorted(byPlaceOf: \.diagnostic.mark)
        (licenseFiles, license) = (read.draft.licenseFiles ?? [], read.draft.license)
        products = read.draft.products
    }

    func adding(_ findings: [LintFinding]) -> RecipeLint {
        var lint = self
        lint.findings = (self.findings + findings).sorted(byPlaceOf: \.diagnostic.mark)
        return lint
    }

    private static let checks: [any LintCheck] = [
        MetadataLint(), SourceLint(), FlagLint(), OptionLint(), ConditionLint(), TableLint(), FileLint(), TargetLint(),
    ]
}

/// A check that finds remarks of one or several rules.
protocol LintCheck: Sendable {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding])
}
