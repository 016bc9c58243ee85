import Actions
import Foundation
import TestSupport
import Testing

@testable import Patching

/// Random edits of trees, as patches by git, GNU diff and xbuild.
@Suite(.tags(.process)) struct TreeCorpusTests {
    private static let trees = 30

    private static func tree(_ number: Int) -> (old: [String: SampleFile], new: [String: SampleFile]) {
        var text = SampleText(seed: UInt64(1000 + number))
        var (old, new): ([String: SampleFile], [String: SampleFile]) = ([:], [:])
        let names = ["a.c", "sub/b.c", "sub/deep/c.h", "d d.txt", "gone.c", "sub/made.c", "crlf.txt", "tool.sh"]
        for (index, name) in names.enumerated() {
            let end = name == "crlf.txt" ? "\r\n" : "\n"
            let lines = text.lines(10 + 7 * index, unique: 50)
            let edited = text.edited(lines, edits: 1 + index % 3)
            let (first, second) = (text.chance(20), text.chance(20))
            if name != "sub/made.c" { old[name] = SampleFile(bytes: text.bytes(lines, end: end, isUnended: first)) }
            if name != "gone.c" { new[name] = SampleFile(bytes: text.bytes(edited, end: end, isUnended: second)) }
        }
        new["tool.sh"]?.isExecutable = number % 2 == 0
        return (old, new)
    }

    @Test func `patches by git and diff give the same files as when git and GNU patch apply them`() async throws {
        let folder = try TestFolder()
        for number in 0..<Self.trees {
            let (old, new) = Self.tree(number)
            try folder.write(old, to: "\(number)/a")
            try folder.write(new, to: "\(number)/b")
        }
        try folder.shell(
            """
            for n in *; do
                cd $n
                cp -R a git; cp -R a gnu
                git diff --no-index --no-prefix a b >git.patch
                TZ=Asia/Tokyo diff -ruN a b >gnu.patch
                (cd git && git apply ../git.patch)
                (cd gnu && patch -p1 --fuzz=0 --batch --silent <../gnu.patch >/dev/null)
                cd ..
            done
            """)
        for number in 0..<Self.trees {
            let samples = SampleTree()
            let tree = samples.tree(Self.tree(number).old)
            for kind in ["git", "gnu"] {
                let patch = try #require(folder.read("\(number)/\(kind).patch"))
                let result = try await samples.apply(patch, to: tree)
                #expect(samples.files(result.tree) == folder.files("\(number)/\(kind)"))
                #expect(result.moves.isEmpty)
            }
            #expect(folder.files("\(number)/git") == Self.tree(number).new)
        }
    }

    @Test func `written patches apply with git and GNU patch`() async throws {
        let folder = try TestFolder()
        for number in 0..<Self.trees {
            let (old, new) = Self.tree(number)
            let samples = SampleTree()
            let patch = try await samples.difference.patch(from: samples.tree(old), to: samples.tree(new))
            #expect(samples.files(try await samples.apply(patch.bytes, to: samples.tree(old)).tree) == new)
            try folder.write(old, to: "\(number)/git")
            try folder.write(old, to: "\(number)/gnu")
            try folder.write(patch.bytes, to: "\(number)/p")
        }
        try folder.shell(
            """
            for n in *; do
                (cd $n/git && git apply ../p)
                (cd $n/gnu && patch -p1 --fuzz=0 --batch --silent <../p >/dev/null)
            done
            """)
        for number in 0..<Self.trees {
            let new = Self.tree(number).new
            #expect(folder.files("\(number)/git") == new)
            #expect(folder.files("\(number)/gnu") == new)
        }
    }
}
