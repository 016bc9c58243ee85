import Documents

/// The review rules for a recipe that is valid. The raw values are stable names.
public enum LintRule: String, CaseIterable, Hashable, Sendable {
    case summaryStyle = "summary-style"
    case noHomepage = "no-homepage"
    case licensePlus = "license-plus"
    case licenseFile = "license-file"
    case missingLicense = "missing-license"
    case licenseText = "license-text"
    case uncoveredHeader = "uncovered-header"
    case plainHTTP = "plain-http"
    case unpinnedSuite = "unpinned-suite"
    case otherVersion = "other-version"
    case sameDigest = "same-digest"
    case duplicateFlag = "duplicate-flag"
    case idleOption = "idle-option"
    case idleEntry = "idle-entry"
    case idleWord = "idle-word"
    case idleFile = "idle-file"
    case deprecatedTarget = "deprecated-target"

    /// An error if the recipe must be changed, else a warning.
    var severity: Diagnostic.Severity {
        switch self {
        case .plainHTTP, .sameDigest, .missingLicense: .error
        case .summaryStyle, .noHomepage, .licensePlus, .licenseFile, .licenseText, .uncoveredHeader, .unpinnedSuite,
            .otherVersion, .duplicateFlag, .idleOption, .idleEntry, .idleWord, .idleFile, .deprecatedTarget:
            .warning
        }
    }

    /// The description of the rule's findings, for the documentation.
    public var doc: String {
        switch self {
        case .summaryStyle: "a summary that ends with a full stop, is longer than 80 characters, or repeats the name"
        case .noHomepage: "there is no `homepage`"
        case .licensePlus: "a `+` after an identifier that ends with `-only` or `-or-later`"
        case .licenseFile: "no file of `licenses` has the name of a license text"
        case .missingLicense: "with `--source`: a file of `licenses` that the source does not have, an error"
        case .licenseText: "with `--source`: the texts in `licenses` are not those of `license`"
        case .uncoveredHeader:
            "with `--source`: a public header includes a header of the source that `products` does not name"
        case .plainHTTP: "an address that begins with `http:`, an error"
        case .unpinnedSuite: "a Debian source without `suite`: the suites of a machine change"
        case .otherVersion: "a Debian source whose version differs from its key"
        case .sameDigest: "the same digest for two versions, an error: one of them was copied"
        case .duplicateFlag: "a word that occurs twice in one list"
        case .idleOption: "an option whose `on` and `off` are the same"
        case .idleEntry: "an entry of `when` whose single value a later entry always replaces"
        case .idleWord: "a row of a table of `map` that no target uses"
        case .idleFile: "a file of `files` that no word names"
        case .deprecatedTarget: "a default target, not named through a group, that Apple's tools no longer build for"
        }
    }
}
