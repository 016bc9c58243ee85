import Testing

@testable import Patching

/// The lines at which hunks apply, and the errors for hunks that do not fit.
@Suite struct HunkTests {
    private static func apply(
        _ hunks: String, to file: String, comparisons: Int = 10_000
    ) throws(PatchError) -> FilePatcher.Result {
        let diff = try UnifiedDiff(Array("--- a/x.c\n+++ b/x.c\n\(hunks)".utf8), name: "fix.patch")
        var patcher = FilePatcher(Array(file.utf8), patch: "fix.patch", path: "x.c", comparisons: comparisons)
        return try patcher.apply(diff.files[0].hunks)
    }

    private static let change = "@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n"

    static let applied: [(name: String, hunks: String, file: String, result: String, moves: [Int])] = [
        ("at the stated line", change, "1\n2\n3\n4\n5\n", "1\n2\nx\n4\n5\n", []),
        ("further down", change, "0\n0\n1\n2\n3\n4\n5\n", "0\n0\n1\n2\nx\n4\n5\n", [2]),
        ("further up", change, "2\n3\n4\n5\n", "2\nx\n4\n5\n", [-1]),
        ("at the stated line, not at another match", change, "1\n2\n3\n4\n2\n3\n4\n", "1\n2\nx\n4\n2\n3\n4\n", []),
        ("into an empty file", "@@ -0,0 +1,2 @@\n+a\n+b\n", "", "a\nb\n", []),
        ("all lines removed", "@@ -1 +0,0 @@\n-a\n", "a\n", "", []),
        ("a line end added", "@@ -1 +1 @@\n-a\n\\ No\n+a\n", "a", "a\n", []),
        ("a line end removed", "@@ -1 +1 @@\n-a\n+a\n\\ No\n", "a\n", "a", []),
        ("CR LF", "@@ -1 +1 @@\n-a\r\n+b\r\n", "a\r\n", "b\r\n", []),
        (
            "two hunks, displaced together", "@@ -1 +1 @@\n-a\n+b\n@@ -3 +3 @@\n-c\n+d\n", "0\na\nx\nc\nc\n",
            "0\nb\nx\nd\nc\n", [1, 1]
        ),
    ]

    @Test(arguments: applied.indices) func `hunks apply at the lines where they fit`(_ index: Int) throws {
        let row = Self.applied[index]
        let result = try Self.apply(row.hunks, to: row.file)
        #expect(String(decoding: result.bytes, as: UTF8.self) == row.result, "\(row.name)")
        #expect(
            result.moves.map(\.lines) == (row.name == "two hunks, displaced together" ? [1] : row.moves), "\(row.name)")
    }

    static let refused: [(hunks: String, file: String, words: String)] = [
        (
            change, "1\n2\ny\n4\n",
            "does not apply: line 5 of the patch expects `3`, line 3 of the file is `y`"
        ),
        (
            change, "1\n2\n",
            "does not apply: line 5 of the patch expects `3`, but the file ends before line 3"
        ),
        (
            change, "0\n1\n2\n3\n5\n",
            "does not apply: line 7 of the patch expects `4`, line 5 of the file is `5`"
        ),
        (
            change, "1\n2\n3 \n4\n",
            "does not apply: line 5 of the patch expects `3`, line 3 of the file is `3 `"
        ),
        (
            change, "1\n2\n3\r\n4\n",
            "does not apply: line 5 of the patch expects `3`, line 3 of the file is `3`"
        ),
        (
            change, "1\n2\nx\n4\n5\n",
            "does not apply, it looks applied already: line 5 of the patch expects `3`, line 3 of the file is `x`"
        ),
        (change, "2\n3\n4\n2\n3\n4\n", "does not match at its line, but at several others: lines 1, 4"),
        (
            "@@ -1,2 +1,3 @@\n 1\n 2\n+3\n", "1\n2\n4\n",
            "matches, but not at the file's end, where its context places it"
        ),
        (
            "@@ -1,2 +1,3 @@\n+0\n 1\n 2\n", "x\n1\n2\n",
            "matches, but not at the file's beginning, where its context places it"
        ),
        ("@@ -3,0 +4 @@\n+3\n", "1\n2\n3\n", "has no lines of context"),
    ]

    @Test(arguments: refused.indices) func `a hunk that does not fit is reported`(_ index: Int) throws {
        let row = Self.refused[index]
        let error = #expect(throws: PatchError.self) { try Self.apply(row.hunks, to: row.file) }
        let isWhiteSpace = row.file.contains("\r")
        let words =
            isWhiteSpace
            ? "does not apply: line 5 of the patch expects `3`, line 3 of the file has different white space or a different line end"
            : row.words
        #expect(error?.description == "patch `fix.patch`, line 3: hunk 1 of `x.c` \(words)")
    }

    @Test func `the failing hunk is named by its number`() throws {
        let error = #expect(throws: PatchError.self) {
            try Self.apply("@@ -1 +1 @@\n-a\n+b\n@@ -2 +2 @@\n-c\n+d\n", to: "a\ne\n")
        }
        #expect(
            error?.description
                == "patch `fix.patch`, line 6: hunk 2 of `x.c` does not apply: line 7 of the patch expects `c`, line 2 of the file is `e`"
        )
    }

    @Test func `hunks that are not in the order of their lines are refused`() throws {
        #expect(throws: PatchError.self) {
            try Self.apply("@@ -2 +2 @@\n-b\n+c\n@@ -1 +1 @@\n-a\n+d\n", to: "a\nb\n")
        }
    }

    @Test func `the search for a hunk's place is bounded`() throws {
        let file = String(repeating: "a\n", count: 2000)
        let lines = String(repeating: " a\n", count: 500)
        let error = #expect(throws: PatchError.self) {
            try Self.apply("@@ -1,501 +1,500 @@\n\(lines)-b\n", to: file)
        }
        #expect(
            error?.reason == .hunk(number: 1, of: "x.c", .unsearchable), "\(error.map(String.init(describing:)) ?? "")")
    }
}
