import Testing

@testable import Basics

@Suite struct SuggestionTests {
    static let keys = ["configure", "cflags", "ldflags", "make", "name", "macos", "ios", "ios-simulator", "linux"]

    @Test(
        arguments: [
            ("configre", "configure"), ("confgiure", "configure"), ("Configure", "configure"), ("nmae", "name"),
            ("macs", "macos"), ("ios-simulater", "ios-simulator"), ("lnux", "linux"), ("c_flags", "cflags"),
            ("windows", nil), ("x", nil), ("", nil),
        ] as [(String, String?)])
    func `the nearest word is suggested`(word: String, expected: String?) {
        #expect(Suggestion.nearest(to: word, among: Self.keys) == expected)
    }

    @Test func `of equally near words the first in spelling order is suggested`() {
        #expect(Suggestion.nearest(to: "bat", among: ["rat", "cat", "hat"]) == "cat")
        #expect(Suggestion.nearest(to: "bat", among: ["hat", "cat", "rat"]) == "cat")
    }

    @Test func `no candidates give no suggestion`() {
        #expect(Suggestion.nearest(to: "word", among: [String]()) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
        ("abc", "ab", 1), ("abc", "xabc", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func `the edit distance is symmetric and counts edits`(left: String, right: String, count: Int) {
        #expect(Suggestion.edits(left, right) == count)
        #expect(Suggestion.edits(right, left) == count)
    }
}
