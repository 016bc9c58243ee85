import Engine
import Testing

struct WordDifferenceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        var removed: [String] = []
        var added: [String] = []
    }

    @Test(arguments: [
        Row(
            testDescription: "the same words with another line break", old: "cc -c  a.c\n", new: "cc \\\n -c a.c",
            added: ["\\"]),
        Row(testDescription: "an added flag", old: "cc -O2 a.c", new: "cc -O2 -g a.c", added: ["-g"]),
        Row(testDescription: "a removed flag", old: "cc -O2 -g a.c", new: "cc -O2 a.c", removed: ["-g"]),
        Row(
            testDescription: "changed values", old: "x -DA=1 -DB=1", new: "x -DA=2 -DB=3", removed: ["-DA=1", "-DB=1"],
            added: ["-DA=2", "-DB=3"]),
        Row(testDescription: "a word that moved", old: "a b c d", new: "b c d a"),
        Row(testDescription: "an empty old text", old: "", new: "a b", added: ["a", "b"]),
    ])
    func `the difference lists removed and added words, but not moved ones`(_ row: Row) {
        let difference = WordDifference(from: row.old, to: row.new)
        #expect(difference.removed == row.removed)
        #expect(difference.added == row.added)
    }
}
