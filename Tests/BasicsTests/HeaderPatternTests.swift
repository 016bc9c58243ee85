import Basics
import Testing

@Suite struct HeaderPatternTests {
    static let rows: [(pattern: String, inside: [String], outside: [String])] = [
        ("**", ["a", "a/b/c"], []),
        ("**/**", ["a", "a/b"], []),
        ("**/a.h", ["a.h", "x/a.h", "x/y/a.h", "a.h/a.h"], ["b.h", "a.h/b"]),
        ("a/**", ["a", "a/b", "a/b/c"], ["b/a"]),
        ("**/a/**/b", ["a/b", "a/a/b", "x/a/y/b", "a/b/b"], ["b/a", "a/b/c"]),
        ("**/a/*/b", ["a/x/b", "a/a/x/b", "a/a/b"], ["a/b", "a/x/y/b"]),
        ("a/**/b/**/c", ["a/b/c", "a/x/b/y/c", "a/b/b/c/c"], ["a/c", "a/c/b"]),
    ]

    @Test(arguments: rows.indices)
    func `two asterisks match any number of path components, one asterisk exactly one`(row: Int) throws {
        let row = Self.rows[row]
        let pattern = try #require(HeaderPattern(row.pattern))
        for text in row.inside { #expect(pattern.matches(try #require(RelativePath(text))), "\(text)") }
        for text in row.outside { #expect(!pattern.matches(try #require(RelativePath(text))), "\(text)") }
    }

    /// A matcher that tried every division of the path among the wildcards would take too long.
    @Test(.timeLimit(.minutes(10)), arguments: ["**/a/", "*"]) func `many wildcards match in bounded time`(
        wildcard: String
    ) throws {
        let slashes = wildcard.contains("/")
        let pattern = String(repeating: wildcard, count: 40) + (slashes ? "b" : "b*c")
        let path = String(repeating: slashes ? "a/" : "a", count: 100) + "c"
        #expect(!(try #require(HeaderPattern(pattern))).matches(try #require(RelativePath(path))))
    }
}
