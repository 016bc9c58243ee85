import Actions
import Basics
import TestSupport
import Testing

@testable import Packaging

@Suite struct ResolvedFilesTests {
    private func files(_ links: [String: String]) throws(PackagingError) -> [String: Digest] {
        var nodes: [RelativePath: Node] = [
            "include/png16/png.h": .file(Digest(of: [1]), isExecutable: false),
            "include/zlib.h": .file(Digest(of: [2]), isExecutable: false),
        ]
        for (path, target) in links { nodes[.at(path)] = .symlink(target: target) }
        let all = try ResolvedFiles(root: Directory(files: nodes), name: "slice").all()
        return Dictionary(uniqueKeysWithValues: all.map { ($0.key.string, $0.value) })
    }

    static let good: [(name: String, links: [String: String], path: String, content: UInt8)] = [
        ("a file", ["include/png.h": "png16/png.h"], "include/png.h", 1),
        ("a folder", ["include/png": "png16"], "include/png/png.h", 1),
        ("a path with `..` and `.`", ["include/png16/z.h": "../../include/./zlib.h"], "include/png16/z.h", 2),
        ("through another link", ["include/png": "png16", "include/p.h": "png/png.h"], "include/p.h", 1),
        ("a chain", ["include/a.h": "b.h", "include/b.h": "zlib.h"], "include/a.h", 2),
    ]

    @Test(arguments: good.indices) func `links become the files that they point to`(row: Int) throws {
        let (name, links, path, content) = Self.good[row]
        #expect(try files(links)[path] == Digest(of: [content]), "\(name)")
    }

    static let bad: [(name: String, target: String)] = [
        ("dangling", "nothing.h"), ("absolute", "/etc/passwd"), ("out of the tree", "../../secret.h"),
        ("itself", "bad"), ("its own folder", "."), ("the root", ".."), ("through a file", "zlib.h/x"), ("empty", "."),
    ]

    @Test(arguments: bad.indices) func `a link that leads to no file of the tree throws an error`(row: Int) {
        let (name, target) = Self.bad[row]
        #expect(throws: PackagingError.self, "\(name)") { try files(["include/bad": target]) }
    }
}
