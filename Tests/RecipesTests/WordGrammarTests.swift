import Basics
import Testing

@testable import Recipes

/// A grammar's check and its pattern in the JSON Schema accept the same words.
@Suite struct WordGrammarTests {
    static let grammars: [(String, WordGrammar)] = [
        ("name", .name), ("identifier", .identifier), ("link", .link), ("debian package", .debianPackage),
        ("debian version", .debianVersion), ("debian suite", .debianSuite), ("python package", .pythonPackage),
        ("version", .version),
    ]

    @Test(arguments: grammars) func `a grammar agrees with its pattern`(name: String, grammar: WordGrammar) throws {
        let pattern = try Regex(grammar.pattern)
        let ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        let words = [""] + ascii + ascii.map { "a" + $0 } + ascii.map { "0" + $0 + "a" } + ["é", "aé", "a\u{0301}"]
        let long =
            [63, 64, 65, 256, 257].map { String(repeating: "a", count: $0) }
            + [63, 64, 65, 256, 257].map { String(repeating: "0", count: $0) }
        for word in words + long {
            #expect(grammar.accepts(word) == (word.wholeMatch(of: pattern) != nil), "\(word.debugDescription)")
        }
    }

    @Test func `a character class may contain ranges and end with a dash`() {
        let grammar = WordGrammar(first: "a-c", rest: "0-2+-", lengths: 1...3)
        #expect(["a", "b0", "c+-", "a12"].allSatisfy { grammar.accepts($0) })
        #expect(["", "d", "a3", "a,", "-a", "a111", "a."].allSatisfy { !grammar.accepts($0) })
        #expect(grammar.pattern == "^[a-c][0-2+-]{0,2}$")
    }
}
