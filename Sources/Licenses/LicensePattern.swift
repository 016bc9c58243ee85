/// The phrases by which a license's text is distinguished from the texts of other licenses.
struct LicensePattern: Hashable, Sendable {
    /// The SPDX identifier; for the GNU licenses without `-only` or `-or-later`, which their texts do not state.
    let identifier: String
    /// The phrases that all must occur in the text.
    let phrases: [String]
    /// The phrases that must not occur in the text. They occur in other licenses that contain all of `phrases` too.
    let absent: [String]

    init(_ identifier: String, _ phrases: [String], without absent: [String] = []) {
        self.identifier = identifier
        self.phrases = phrases
        self.absent = absent
    }

    func matches(_ words: NormalizedText) -> Bool {
        phrases.allSatisfy(words.contains) && !absent.contains(where: words.contains)
    }
}
