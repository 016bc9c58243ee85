/// How a license's text is told from others: phrases of it.
struct LicensePattern: Hashable, Sendable {
    /// The SPDX identifier; of the GNU licenses without `-only` or `-or-later`, which their texts do not say.
    let identifier: String
    /// All of them stand in the text.
    let phrases: [String]
    /// None of them does: words by which a longer license differs that holds the same phrases.
    let absent: [String]

    init(_ identifier: String, _ phrases: [String], without absent: [String] = []) {
        self.identifier = identifier
        self.phrases = phrases
        self.absent = absent
    }

    func matches(_ words: LicenseWords) -> Bool {
        phrases.allSatisfy(words.hold) && !absent.contains(where: words.hold)
    }
}
