import Actions
import Basics
import Testing

@testable import Patching

/// The changes that a patch may make to a tree.
@Suite struct TreePatcherTests {
    private let samples = SampleTree()

    private var tree: Directory {
        let files = samples.tree(["a.c": SampleFile("a\n"), "sub/b.c": SampleFile("b\n"), "only/c": SampleFile("c\n")])
        return files.inserting(.symlink(target: "sub"), at: "link").inserting(.symlink(target: "a.c"), at: "alias.c")
    }

    private func apply(_ patch: String) async throws -> [String: String] {
        let result = try await samples.apply(Array(patch.utf8), to: tree)
        return samples.files(result.tree).mapValues { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `files are created, moved and removed`() async throws {
        let patch = """
            diff --git a/a.c b/new/a.c
            rename from a.c
            rename to new/a.c
            --- a/a.c
            +++ b/new/a.c
            @@ -1 +1 @@
            -a
            +A
            diff --git a/sub/b.c b/sub/copy.c
            copy from sub/b.c
            copy to sub/copy.c
            diff --git a/only/c b/only/c
            deleted file mode 100644
            --- a/only/c
            +++ /dev/null
            @@ -1 +0,0 @@
            -c
            --- a/made
            +++ b/made
            @@ -0,0 +1 @@
            +m

            """
        #expect(try await apply(patch) == ["new/a.c": "A\n", "sub/b.c": "b\n", "sub/copy.c": "b\n", "made": "m\n"])
        let result = try await samples.apply(Array(patch.utf8), to: tree)
        #expect(result.tree["only"] == nil)
    }

    @Test func `a patch can change a mode without changing lines`() async throws {
        let patch = "diff --git a/a.c b/a.c\nold mode 100644\nnew mode 100755\n"
        let result = try await samples.apply(Array(patch.utf8), to: tree)
        #expect(samples.files(result.tree)["a.c"]?.isExecutable == true)
    }

    private static func edit(_ path: String) -> String { "--- a/\(path)\n+++ b/\(path)\n@@ -1 +1 @@\n-a\n+b\n" }

    static let refused: [(patch: String, words: String)] = [
        (edit("x.c"), "`x.c` is not in the source"),
        (edit("alias.c"), "`alias.c` is a link, or is below one"),
        (edit("link/b.c"), "`link/b.c` is a link, or is below one"),
        (edit("sub"), "`sub` is not a file, or is below a path that is not a folder"),
        (edit("a.c/x"), "`a.c/x` is not a file, or is below a path that is not a folder"),
        ("--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+a\n", "`a.c` is in the source already"),
        ("--- /dev/null\n+++ b/link/x\n@@ -0,0 +1 @@\n+a\n", "`link/x` is a link, or is below one"),
        (
            "--- a/a.c\n+++ b/sub/b.c\n@@ -1 +1 @@\n-a\n+b\n",
            "`sub/b.c` and `a.c` are both in the source: the patch is ambiguous"
        ),
        (
            "diff --git a/a.c b/a.c\ndeleted file mode 100644\n",
            "`a.c` is to be removed, but the patch leaves lines in it"
        ),
        ("diff --git a/a.c b/x\nrename from a.c\nrename to sub/b.c\n", "`sub/b.c` is in the source already"),
    ]

    @Test(arguments: refused.indices) func `an impossible change is refused`(_ index: Int) async throws {
        let row = Self.refused[index]
        let error = await #expect(throws: PatchError.self) { try await apply(row.patch) }
        #expect(error?.description == "patch `fix.patch`, line 1: \(row.words)")
    }

    @Test func `the number of bytes that a patch may read is bounded`() async throws {
        var patcher = samples.patcher
        patcher.limits = PatchLimits(fileBytes: 1)
        let diff = try UnifiedDiff(Array(Self.edit("a.c").utf8), name: "p")
        let error = await #expect(throws: PatchError.self) { try await patcher.apply(diff, named: "p", to: tree) }
        #expect(error?.reason == .readsTooMuch(limit: 1))
    }

    @Test func `no patch is written for links or binary files`() async throws {
        let zero = samples.tree(["a.c": SampleFile(bytes: [0])])
        await #expect(throws: TreeDifference.Obstacle.binary("a.c")) {
            try await samples.difference.patch(from: Directory(), to: zero)
        }
        let link = Directory(["l": .symlink(target: "x")])
        await #expect(throws: TreeDifference.Obstacle.link("l")) {
            try await samples.difference.patch(from: Directory(), to: link)
        }
    }

    @Test func `a file whose versions have no common lines becomes one hunk`() async throws {
        let old = samples.tree(["a": SampleFile((0..<3000).map { "old \($0)\n" }.joined())])
        let new = samples.tree(["a": SampleFile((0..<3000).map { "new \($0)\n" }.joined())])
        let patch = try await samples.difference.patch(from: old, to: new)
        #expect(try await samples.apply(patch.bytes, to: old).tree == new)
        #expect(String(decoding: patch.bytes, as: UTF8.self).contains("@@ -1,3000 +1,3000 @@"))
    }

    @Test func `a written patch can replace a folder by a file and a file by a folder`() async throws {
        let old = samples.tree(["x/y": SampleFile("1\n"), "z": SampleFile("1\n"), "a\"\\ ä b": SampleFile("1\n")])
        let new = samples.tree(["x": SampleFile("2\n"), "z/y": SampleFile("2\n"), "a\"\\ ä b": SampleFile("2\n")])
        let patch = try await samples.difference.patch(from: old, to: new)
        #expect(try await samples.apply(patch.bytes, to: old).tree == new)
        #expect(patch.files.count == 5)
    }

    @Test func `git's settings and attributes do not affect a written patch`() async throws {
        let old = samples.tree([".gitattributes": SampleFile("* text -diff\n"), "a": SampleFile("1\r\n2\r\n")])
        let new = samples.tree([".gitattributes": SampleFile("* -diff\n"), "a": SampleFile("1\r\n2\n")])
        let patch = try await samples.difference.patch(from: old, to: new)
        #expect(try await samples.apply(patch.bytes, to: old).tree == new)
        #expect(patch.bytes.starts(with: "diff --git a/.gitattributes b/.gitattributes\n--- a/.gitattributes\n".utf8))
    }
}
