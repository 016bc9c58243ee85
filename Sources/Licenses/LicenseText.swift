// Recognizes the SPDX licenses whose texts a file such as `COPYING` contains. Unknown texts are ignored.

/// The licenses that a text contains.
public struct LicenseText: Hashable, Sendable {
    /// The SPDX identifiers of the contained licenses, sorted by name. Identifiers of GNU licenses end with the
    /// version: their texts do not say whether a later version may be chosen.
    public let identifiers: [String]
    /// Whether the text states that the work is in the public domain. SPDX has no identifier for this.
    public let isPublicDomain: Bool

    public init(_ text: String) {
        let words = NormalizedText(text)
        identifiers = Set(LicensePattern.all.filter { $0.matches(words) }.map(\.identifier)).sorted()
        isPublicDomain = Self.publicDomain.contains(where: words.contains)
    }

    private static let publicDomain = [
        "is in the public domain", "are in the public domain", "into the public domain", "in the public domain by",
        "this in the public domain", "is hereby placed in the public domain",
    ]
}
