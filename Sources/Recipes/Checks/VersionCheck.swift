import Basics
import Documents

/// Checks that at most one version is the default, and that no version is listed in two spellings.
struct VersionCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        guard let versions = recipe.versions else { return }
        let defaults = versions.compactMap { $0.value.isDefault }.filter(\.value)
        for other in defaults.dropFirst() {
            findings.error(
                "a second default version", at: other.mark,
                notes: [Diagnostic.Note("the first is here", at: defaults[0].mark)])
        }
        // `1.0` and `1.0.0` compare as different versions, but no upstream releases both.
        for (version, first) in versions.map(\.name).repeated(by: { Self.withoutZeros($0.value) }) {
            findings.error(
                "`\(version.value)` is the version `\(first.value)` written differently", at: version.mark,
                notes: [Diagnostic.Note("first given here", at: first.mark)])
        }
    }

    private static func withoutZeros(_ version: Version) -> String {
        var text = version.string
        while text.hasSuffix(".0") { text.removeLast(2) }
        return text.lowercased()
    }
}
