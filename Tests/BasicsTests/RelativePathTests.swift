import Basics
import Foundation
import Testing

@Suite struct RelativePathTests {
    @Test(arguments: ["a", "a/b", "include/secp256k1.h", "..a", "a..", ".git/x", "…", "a b", "-x", "~"])
    func `a relative path is accepted`(text: String) { #expect(RelativePath(text)?.string == text) }

    @Test(arguments: [
        "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/..", "a/./b", "a\u{0}b", "a\nb", "a\u{7F}", "../\u{301}x",
        "a/\u{301}/",
    ])
    func `an invalid path is refused`(text: String) { #expect(RelativePath(text) == nil) }

    @Test func `a path splits into components and is joined again`() throws {
        let path: RelativePath = "a/b/c.h"
        #expect(path.components == ["a", "b", "c.h"])
        #expect(path.name == "c.h")
        #expect(path.parent == "a/b")
        #expect(("a" as RelativePath).parent == nil)
        #expect(path.parent?.appending("d/e") == "a/b/d/e")
    }

    @Test func `a slash before a combining accent separates path components`() throws {
        let text = "a/\u{301}b"
        let path = try #require(RelativePath(text))
        #expect(path.components == ["a", "\u{301}b"])
        #expect(path.name == "\u{301}b")
        #expect(path.parent == "a")
        #expect(path.relative(to: "a")?.string == "\u{301}b")
    }

    @Test(
        arguments: [
            ("a/b/c", "a/b", "c"), ("a/b/c", "a", "b/c"), ("a/b", "a/b", nil), ("ab/c", "a", nil), ("a", "a/b", nil),
        ] as [(String, String, String?)])
    func `a path is relative only to a folder above it`(path: String, folder: String, rest: String?) throws {
        let (path, folder) = (try #require(RelativePath(path)), try #require(RelativePath(folder)))
        #expect(path.relative(to: folder)?.string == rest)
    }

    @Test func `a decoded path equals the encoded one`() throws {
        let data = try JSONEncoder().encode(["a/b" as RelativePath])
        #expect(try JSONDecoder().decode([RelativePath].self, from: data) == ["a/b"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RelativePath].self, from: Data("[\"../a\"]".utf8))
        }
    }

    @Test func `a path can be a JSON key`() throws {
        let paths: [RelativePath: Int] = ["a/b": 1]
        let data = try JSONEncoder().encode(paths)
        #expect(String(decoding: data, as: UTF8.self) == #"{"a\/b":1}"#)
        #expect(try JSONDecoder().decode([RelativePath: Int].self, from: data) == paths)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RelativePath: Int].self, from: Data(#"{"../a":1}"#.utf8))
        }
    }
}
