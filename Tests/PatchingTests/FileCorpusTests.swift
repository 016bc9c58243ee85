import Foundation
import TestSupport
import Testing

@testable import Patching

/// Applies patches of random edits to files that also have other edits. GNU patch must give the same results.
@Suite(.tags(.process)) struct FileCorpusTests {
    private struct Case {
        var file: [UInt8]
        var patch: [UInt8]
        /// GNU patch's result; nil if GNU patch refused the patch.
        var result: [UInt8]?
    }

    private static let count = 150

    /// Returns cases, each made from three versions of a file: `old`, `new`, and `file`, which is `old` with other
    /// edits. Cases whose patch would be empty are left out.
    private static func cases() throws -> [Case] {
        let folder = try TestFolder()
        for number in 0..<count {
            var text = SampleText(seed: UInt64(number))
            let isUnended = number % 7 == 0
            let old = text.lines(5 + number % 60, unique: [20, 60, 100][number % 3])
            let new = text.edited(old, edits: 1 + number % 4)
            let file = number % 5 == 0 ? old : text.edited(old, edits: number % 4)
            for (name, lines) in [("old", old), ("new", new), ("file", file)] {
                try folder.write(text.bytes(lines, isUnended: isUnended && name != "new"), to: "\(number)/\(name)")
            }
        }
        try folder.shell(
            """
            for n in *; do
                cd $n
                diff -u old new >p
                cp file got
                if patch --fuzz=0 --batch --forward --silent got p >/dev/null 2>&1; then mv got result; fi
                cd ..
            done
            """)
        return (0..<count).compactMap { number in
            guard let file = folder.read("\(number)/file"), let patch = folder.read("\(number)/p"), !patch.isEmpty
            else { return nil }
            return Case(file: file, patch: patch, result: folder.read("\(number)/result"))
        }
    }

    @Test func `patched files and refusals match GNU patch`() throws {
        var (same, moved, refused) = (0, 0, 0)
        for sample in try Self.cases() {
            let diff = try UnifiedDiff(sample.patch, name: "p", strip: 0)
            var patcher = FilePatcher(sample.file, patch: "p", path: "file", comparisons: 1_000_000)
            do {
                let result = try patcher.apply(diff.files[0].hunks)
                #expect(result.bytes == sample.result)
                if result.moves.isEmpty { same += 1 } else { moved += 1 }
            } catch {
                // If a hunk fits at several places, GNU patch selects the nearest, and xbuild refuses the hunk. No hunk
                // of this corpus fits at several places.
                #expect(sample.result == nil, "\(error)")
                refused += 1
            }
        }
        // The corpus contains enough patches that apply in place, that apply elsewhere, and that are refused.
        #expect(same > 20 && moved > 5 && refused > 20, "\(same) \(moved) \(refused)")
    }
}
