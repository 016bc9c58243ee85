import Basics
import TestSupport
import Testing

@testable import Patching

/// The patches that the reader accepts, and those that it refuses.
@Suite struct PatchReadingTests {
    private static func diff(_ text: String, strip: Int = 1) throws(PatchError) -> UnifiedDiff {
        try UnifiedDiff(Array(text.utf8), name: "fix.patch", strip: strip)
    }

    private static let hunk = "@@ -1 +1 @@\n-a\n+b\n"

    /// Header lines, and the resulting changes.
    static let changes: [(name: String, text: String, change: FileDiff.Change)] = [
        ("plain", "--- a/x.c\n+++ b/x.c\n" + hunk, .edit("x.c", or: nil)),
        ("with times", "--- a/x.c\t2020-01-01 00:00:00 +0000\n+++ b/x.c\t2020\n" + hunk, .edit("x.c", or: nil)),
        ("two names", "--- a/x.c.orig\n+++ b/x.c\n" + hunk, .edit("x.c", or: "x.c.orig")),
        ("absolute", "--- /x.c\n+++ /x.c\n" + hunk, .edit("x.c", or: nil)),
        ("superfluous dots and slashes", "--- a//./y/x.c\n+++ b/y/x.c\n" + hunk, .edit("y/x.c", or: nil)),
        ("surrounding text", "Subject: x\n\n--- a/x.c\n\n---\n--- a/x.c\n+++ b/x.c\n" + hunk, .edit("x.c", or: nil)),
        ("quoted", "--- \"a/\\303\\244\\t\\\"\"\n+++ \"b/\\303\\244\\t\\\"\"\n" + hunk, .edit("ä", or: nil)),
        ("created", "--- /dev/null\n+++ b/x.c\n@@ -0,0 +1 @@\n+b\n", .create("x.c")),
        (
            "created by diff -N", "--- a/x.c\t1970-01-01 09:00:00.0 +0900\n+++ b/x.c\n@@ -0,0 +1 @@\n+b\n",
            .create("x.c")
        ),
        ("an edit with an old time", "--- a/x.c\t1970-01-01 00:00:00 +0000\n+++ b/x.c\n" + hunk, .edit("x.c", or: nil)),
        ("deleted", "--- a/x.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", .delete("x.c")),
        (
            "renamed", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n",
            .rename(from: "x", to: "y")
        ),
        ("copied", "diff --git a/x b/y\ncopy from s/x\ncopy to y\n", .copy(from: "s/x", to: "y")),
        ("an empty new file", "diff --git a/a b b/a b\nnew file mode 100755\nindex 0..1\n", .create("a b")),
        ("mode alone", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", .edit("x", or: nil)),
    ]

    @Test(arguments: changes.indices) func `the headers of a diff determine the kind of change`(_ index: Int) throws {
        let row = Self.changes[index]
        guard row.name != "quoted" else {
            // A tab in a name is a control character.
            #expect(throws: PatchError.self) { try Self.diff(row.text) }
            return
        }
        #expect(try Self.diff(row.text).files.map(\.change) == [row.change], "\(row.name)")
    }

    @Test func `quoted names are unquoted`() throws {
        let name = "\"a/\\303\\244 \\\\.c\""
        let file = try Self.diff("--- \(name)\n+++ \(name)\n" + Self.hunk).files[0]
        #expect(file.change == .edit("ä \\.c", or: nil))
    }

    @Test func `a mode applies only to the file whose header contains it`() throws {
        let text = "diff --git a/x b/x\nold mode 100755\nnew mode 100644\n"
        #expect(try Self.diff(text).files[0].isExecutable == false)
        #expect(try Self.diff("--- a/x\n+++ b/x\n" + Self.hunk).files[0].isExecutable == nil)
    }

    @Test func `hunks keep the bytes of their lines`() throws {
        let text = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ f()\n a\r\n\n--- c\n\\ Kein Zeilenende\n+++ d\n\\ x\n-- \n2.39\n"
        let lines = try Self.diff(text).files[0].hunks[0].lines
        #expect(lines.map(\.kind) == [.context, .context, .removed, .added])
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a\r\n", "\n", "-- c", "++ d"])
    }

    static let refused: [(text: String, words: String)] = [
        ("", ": it contains no unified diff"),
        ("*** a/x\n--- b/x\n***************\n", ": it contains no unified diff"),
        ("--- a/x\n+++ b/x\n", ", line 2: this is not a line of a hunk"),
        ("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n", ", line 4: the hunk has fewer lines than its header states"),
        ("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\nb\n", ", line 5: the hunk has fewer lines than its header states"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", ", line 6: the hunk has more lines than its header states"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n+a\n+b\n", ", line 5: the hunk has more lines than its header states"),
        ("--- a/x\n+++ b/x\n@@ -a +1 @@\n", ", line 3: cannot read `@@ -a +1 @@`"),
        ("--- a/x\n+++ b/x\n@@ -99999999999 +1 @@\n", ", line 3: cannot read `@@ -99999999999 +1 @@`"),
        ("--- a/x\n+++ b/x\n@@ -0,0 +0,0 @@\n", ", line 3: this is not a line of a hunk"),
        ("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n\\ No\n-b\n+c\n", ", line 4: this is not a line of a hunk"),
        ("--- a/x\r\n+++ b/x\r\n", ", line 1: the patch's own lines end with CR LF"),
        ("--- a/../x\n+++ a/../x\n" + hunk, ", line 1: the path `a/../x` is not a safe path inside the source"),
        ("--- x\n+++ x\n" + hunk, ", line 1: the path `x` has nothing left without 1 leading folder"),
        ("--- a/\u{1}x\n+++ a/x\n" + hunk, ", line 1: the path `a/\\u{1}x` is not a safe path inside the source"),
        ("diff --git a/x b/x\nnew file mode 120000\n", ", line 2: the mode `120000` is not the mode of a file"),
        ("diff --git a/x b/x\nindex 1..2 160000\n", ", line 2: the mode `160000` is not the mode of a file"),
        ("diff --git a/x b/x\nindex 1..2\nGIT binary patch\n", ", line 3: binary files cannot be patched"),
        ("Binary files a/x and b/x differ\n", ", line 1: binary files cannot be patched"),
        (
            "diff --git a/x b/y\nrename from x\nrename to ../../y\n",
            ", line 3: the path `../../y` is not a safe path inside the source"
        ),
    ]

    @Test(arguments: refused.indices) func `a malformed patch is reported with its line`(_ index: Int) throws {
        let row = Self.refused[index]
        let error = #expect(throws: PatchError.self) { try Self.diff(row.text) }
        #expect(error?.description == "patch `fix.patch`\(row.words)")
    }

    @Test func `an absolute path is refused if no folder is stripped`() throws {
        let error = #expect(throws: PatchError.self) {
            try Self.diff("--- /etc/x\n+++ /etc/x\n" + Self.hunk, strip: 0)
        }
        #expect(error?.reason == .path("/etc/x", .unsafe))
    }

    @Test func `the size of a patch is bounded`() {
        let error = #expect(throws: PatchError.self) {
            try UnifiedDiff([UInt8](repeating: 10, count: 11), name: "p", limits: PatchLimits(patchBytes: 10))
        }
        #expect(error?.description == "patch `p`: it has more than 10 bytes")
    }

    /// Reading any damaged patch ends with a diff or an error.
    @Test func `reading a mutated patch does not crash`() throws {
        let text = Self.changes.map(\.text).joined()
        var numbers = SeededRandom(seed: 7)
        var read = 0
        for _ in 0..<2000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &numbers) {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: "@-+ 9\n".utf8.shuffled(using: &numbers), at: place)
                }
            }
            if (try? UnifiedDiff(bytes, name: "p")) != nil { read += 1 }
        }
        #expect(read < 2000)
    }

    @Test func `a truncated or changed patch is refused or gives hunks that are in the patch`() {
        let texts = Self.changes.filter { $0.name != "quoted" }.map(\.text)
        let patch = Array((texts.joined() + "-- \n2.40\n").utf8)
        let values = Array("\0\n\r\t\"\\+-@ 9,/".utf8) + [0xFF]
        var broken: [String] = []
        #expect((try? UnifiedDiff(patch, name: "whole").files.count) == texts.count)
        for index in patch.indices {
            var changed = patch
            changed[index] = values[index % values.count]
            broken += [changed, Array(patch[..<index])].compactMap(FuzzPatch.brokenProperty)
        }
        #expect(broken.isEmpty)
    }
}
