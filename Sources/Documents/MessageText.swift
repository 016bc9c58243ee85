import Basics

/// Phrases that all messages share.
public enum MessageText {
    /// Returns `did you mean …` when a candidate resembles the word; else the list of all candidates, after the noun
    /// `plural`, when there are at most 20; else nil.
    public static func hint(for word: String, among candidates: [String], naming plural: String) -> String? {
        if let nearest = Suggestion.nearest(to: word, among: candidates) { return "did you mean `\(nearest)`?" }
        guard !candidates.isEmpty, candidates.count <= 20 else { return nil }
        return "\(plural): \(list(candidates))"
    }

    /// Returns the words in back-ticks, joined by commas.
    public static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
}
