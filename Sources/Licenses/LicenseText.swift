// Licenses by their texts: which of SPDX's licenses a file such as `COPYING` holds. Knows nothing of recipes, and
// nothing of what a text that it does not know might mean.

/// What a text holds of licenses.
public struct LicenseText: Hashable, Sendable {
    /// SPDX identifiers of the licenses whose texts stand here, in the order of their names. Those of GNU licenses end
    /// with their version: whether a later one may be chosen is not in their text.
    public let identifiers: [String]
    /// Whether it says that there is no copyright on the work, for which SPDX has no identifier.
    public let isPublicDomain: Bool

    public init(_ text: String) {
        let words = LicenseWords(text)
        identifiers = Set(LicensePattern.all.filter { $0.matches(words) }.map(\.identifier)).sorted()
        isPublicDomain = Self.publicDomain.contains(where: words.hold)
    }

    private static let publicDomain = [
        "is in the public domain", "are in the public domain", "into the public domain", "in the public domain by",
        "this in the public domain", "is hereby placed in the public domain",
    ]
}
