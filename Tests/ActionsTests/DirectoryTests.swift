import Actions
import Basics
import Testing

@Suite struct DirectoryTests {
    @Test func `entries are ordered by the bytes of their names`() {
        // U+FF5E comes before U+1F600 by code point and by UTF-8, after it by UTF-16.
        let names = ["b", "a/".dropLast() + "", "a-b", "a.b", "B", "\u{1F600}", "\u{FF5E}", "_"]
        let directory = Directory(Dictionary(uniqueKeysWithValues: names.map { ($0, Samples.file($0)) }))
        #expect(directory.entries.map(\.name) == ["B", "_", "a", "a-b", "a.b", "b", "\u{FF5E}", "\u{1F600}"])
    }

    @Test func `the order of the entries does not change the digest`() {
        let nodes = (0..<50).map { Directory.Entry(name: "file\($0)", node: Samples.file("\($0)")) }
        #expect(Directory(entries: nodes).digest == Directory(entries: nodes.reversed()).digest)
    }

    @Test func `of two entries with one name the last is kept`() {
        let directory = Directory(entries: [
            Directory.Entry(name: "a", node: Samples.file("1")), Directory.Entry(name: "a", node: Samples.file("2")),
        ])
        #expect(directory == Directory(["a": Samples.file("2")]))
    }

    @Test func `names that differ only in Unicode normalization are distinct`() {
        let directory = Directory(entries: [
            Directory.Entry(name: "\u{E9}", node: Samples.file("composed")),
            Directory.Entry(name: "e\u{301}", node: Samples.file("decomposed")),
        ])
        #expect(directory.entries.count == 2)
        #expect(directory["\u{E9}"] == Samples.file("composed"))
        #expect(directory["e\u{301}"] == Samples.file("decomposed"))
    }

    @Test func `names that differ in case are distinct`() {
        let directory = Directory(["Makefile": Samples.file("1"), "makefile": Samples.file("2")])
        #expect(directory["Makefile"] == Samples.file("1"))
        #expect(directory["makefile"] == Samples.file("2"))
    }

    @Test func `a path gives the entry in nested folders, or nil if there is none`() {
        #expect(Samples.tree["source/include/api.h"] == Samples.file("int f(void);\n"))
        #expect(Samples.tree["source/include/link.h"] == .symlink(target: "api.h"))
        #expect(Samples.tree["empty"] == .directory(Directory()))
        #expect(Samples.tree["source/include/none"] == nil)
        #expect(Samples.tree["build.sh/below"] == nil)
    }

    @Test func `an unloaded folder hides its entries`() {
        let folder = Directory(["a": Samples.file("a")])
        let directory = Directory(["f": .unloaded(folder.digest)])
        #expect(directory["f"] == .unloaded(folder.digest))
        #expect(directory["f/a"] == nil)
    }

    @Test func `loaded and unloaded folders have the same digest`() {
        let folder = Directory(["a": Samples.file("a")])
        #expect(Directory(["f": .unloaded(folder.digest)]) == Directory(["f": .directory(folder)]))
    }

    static let insertions: [(row: String, path: RelativePath, expected: [RelativePath])] = [
        ("a new file", "b", ["a", "b", "f/x"]),
        ("a new folder on the way", "n/m", ["a", "f/x", "n/m"]),
        ("into a folder", "f/y", ["a", "f/x", "f/y"]),
        ("in place of a file", "a", ["a", "f/x"]),
        ("in place of a folder", "f", ["a", "f"]),
        ("a folder in place of a file", "a/b", ["a/b", "f/x"]),
    ]

    @Test(arguments: insertions) func `inserting replaces the node at the path and creates missing parent folders`(
        row: String, path: RelativePath, expected: [RelativePath]
    ) {
        let before = Directory(files: ["a": Samples.file("old"), "f/x": Samples.file("x")])
        let after = before.inserting(Samples.file("new"), at: path)
        var files: [RelativePath] = []
        after.forEachFile { found, _ in files.append(found) }
        #expect(files == expected)
        #expect(after[path] == Samples.file("new"))
        let same = Directory(
            files: Dictionary(uniqueKeysWithValues: expected.compactMap { path in after[path].map { (path, $0) } }))
        #expect(after.digest == same.digest)
    }

    @Test func `a file below an inserted folder is added to that folder`() {
        let folder = Directory(["x": Samples.file("x")])
        let directory = Directory(files: ["f": .directory(folder), "f/y": Samples.file("y")])
        #expect(directory == Directory(files: ["f/x": Samples.file("x"), "f/y": Samples.file("y")]))
    }

    @Test func `the walk visits a folder before its entries`() {
        var paths: [String] = []
        Samples.tree.forEachNode { path, _ in paths.append(path.string) }
        #expect(
            paths == [
                "build.sh", "empty", "source", "source/configure.ac", "source/include", "source/include/api.h",
                "source/include/link.h",
            ])
    }

    @Test func `each folder is listed once, after all folders that contain it`() {
        // `shared` is in the root and also deep below: a plain walk would list it before `middle`, which contains it.
        let shared = Directory(["s": Samples.file("s")])
        let middle = Directory(["shared": .directory(shared), "m": Samples.file("m")])
        let root = Directory(["a": .directory(shared), "b": .directory(middle)])
        #expect(root.allDirectories.map(\.digest) == [root, middle, shared].map(\.digest))
    }

    static let names: [(name: String, isName: Bool)] = [
        ("a", true), ("a b", true), (".hidden", true), ("...", true), ("é", true), ("", false), (".", false),
        ("..", false), ("a/b", false), ("/", false), ("a\0", false), ("a\n", false), ("a\u{7F}", false),
    ]

    @Test(arguments: names) func `an entry name is one path component`(name: String, isName: Bool) {
        #expect(Directory.isName(name) == isName)
        #expect((RelativePath(name)?.components.count == 1) == isName)
    }
}
