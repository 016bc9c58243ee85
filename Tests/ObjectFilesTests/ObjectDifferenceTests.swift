import Foundation
import TestSupport
import Testing

@testable import ObjectFiles

/// Differences between objects and archives of real tools.
@Suite(.tags(.process)) struct ObjectDifferenceTests {
    private static let sources = [
        "one": "const char name[] = \"one\"; int one(void) { return 1; }\n",
        "other": "const char name[] = \"two\"; int one(void) { return 1; }\n",
        "longer": "const char name[] = \"one and more\"; int one(void) { return 1; }\n",
        "renamed": "const char mane[] = \"one\"; int one(void) { return 1; }\n",
    ]

    struct Format: Sendable {
        var triple: String
        var readOnly: String
        var sizes: (String, String)
    }

    private static let formats = [
        Format(
            triple: "x86_64-unknown-linux-gnu", readOnly: ".rodata",
            sizes: (".rodata (4 bytes)", ".rodata (13 bytes)")),
        Format(
            triple: "arm64-apple-ios16.0", readOnly: "__TEXT,__const",
            sizes: ("__TEXT,__const (4 bytes)", "__TEXT,__const (13 bytes)")),
    ]

    private func object(_ name: String, _ triple: String, in folder: TestFolder) throws -> ByteView {
        try folder.write(try #require(Self.sources[name]), to: "unit.c")
        let words = ["-target", triple, "-ffreestanding", "-O1", "-fno-asynchronous-unwind-tables"]
        try folder.need("clang", words + ["-c", "unit.c", "-o", "\(name).o"])
        return ByteView(try folder.bytes("\(name).o"), name: "\(name).o")
    }

    @Test(arguments: formats)
    func `a difference is reported with its section`(format: Format) throws {
        let folder = try TestFolder()
        let one = try object("one", format.triple, in: folder)
        #expect(ObjectDifference(one, one) == nil)
        let other = try object("other", format.triple, in: folder)
        #expect(ObjectDifference(one, other)?.kind == .section(format.readOnly, offset: 0))
        let longer = try object("longer", format.triple, in: folder)
        #expect(ObjectDifference(one, longer)?.kind == .sections(format.sizes.0, format.sizes.1))
        // Only a name differs. It is in a table of names, which is a section in ELF, but not in Mach-O.
        let renamed = try #require(ObjectDifference(one, try object("renamed", format.triple, in: folder)))
        switch renamed.kind {
        case .section(let name, _): #expect(name == ".strtab" && format.triple.contains("linux"))
        case .outsideSections: #expect(format.triple.contains("apple"))
        default: Issue.record("\(renamed)")
        }
    }

    @Test func `a difference is reported with its member and slice`() throws {
        let folder = try TestFolder()
        var archives: [[ByteView]] = []
        for name in ["one", "other"] {
            let triples = ["arm64-apple-ios16.0", "x86_64-apple-ios16.0-simulator"]
            for (place, triple) in triples.enumerated() {
                _ = try object("one", triple, in: folder)
                try FileManager.default.moveItem(atPath: folder.path("one.o"), toPath: folder.path("first.o"))
                _ = try object(place == 0 ? "one" : name, triple, in: folder)
                try FileManager.default.moveItem(
                    atPath: folder.path(place == 0 ? "one.o" : "\(name).o"), toPath: folder.path("second.o"))
                let words = ["--format=darwin", "rcsD", "\(name)-\(place).a", "first.o", "second.o"]
                try folder.need(LLVM.tool("ar"), words)
                try FileManager.default.removeItem(atPath: folder.path("first.o"))
                try FileManager.default.removeItem(atPath: folder.path("second.o"))
            }
            try folder.need(LLVM.tool("lipo"), ["-create", "\(name)-0.a", "\(name)-1.a", "-output", "\(name).a"])
            archives.append(
                try ["\(name)-1.a", "\(name).a"].map { ByteView(try folder.bytes($0), name: $0) })
        }
        let kind = ObjectDifference.Kind.section("__TEXT,__const", offset: 0)
        #expect(
            ObjectDifference(archives[0][0], archives[1][0])
                == ObjectDifference(member: "second.o", kind: kind))
        let fat = try #require(ObjectDifference(archives[0][1], archives[1][1]))
        #expect(fat == ObjectDifference(architecture: "x86_64", member: "second.o", kind: kind))
        #expect(fat.description == "slice x86_64, member `second.o`, section `__TEXT,__const`, byte 0")
        #expect(
            ObjectDifference(archives[0][0], archives[0][1])?.kind == .bytes(offset: 0),
            "an archive and a fat file have nothing in common")
    }

    @Test func `other members, a missing member and other dates are reported`() throws {
        let folder = try TestFolder()
        for name in ["one", "other"] { _ = try object(name, "x86_64-unknown-linux-gnu", in: folder) }
        func archive(_ name: String, _ words: [String]) throws -> ByteView {
            try folder.need(LLVM.tool("ar"), ["--format=gnu"] + words.prefix(1) + [name] + words.dropFirst())
            return ByteView(try folder.bytes(name), name: name)
        }
        let both = try archive("both.a", ["rcsD", "one.o", "other.o"])
        let swapped = try archive("swapped.a", ["rcsD", "other.o", "one.o"])
        #expect(ObjectDifference(both, swapped)?.kind == .members("one.o", "other.o"))
        #expect(ObjectDifference(both, try archive("one.a", ["rcsD", "one.o"]))?.kind == .members("other.o", nil))
        let dated = try archive("dated.a", ["rcsU", "one.o", "other.o"])
        guard case .container? = ObjectDifference(both, dated)?.kind else {
            Issue.record("the dates of members do not differ")
            return
        }
    }

    @Test func `files that are not objects are compared byte by byte`() {
        func view(_ text: String) -> ByteView { ByteView(Array(text.utf8), name: "text") }
        let page = String(repeating: "x", count: 5000)
        for (first, second, offset) in [
            ("abc", "abc", nil), ("abc", "abd", 2), ("abc", "ab", 2), ("", "a", 0), ("", "", nil),
            (page + "a", page + "b", 5000), (page, page + "b", 5000),
        ] as [(String, String, Int?)] {
            #expect(ObjectDifference(view(first), view(second))?.kind == offset.map { .bytes(offset: $0) })
        }
    }
}
