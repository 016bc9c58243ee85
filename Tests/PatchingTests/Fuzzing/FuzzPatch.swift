import Basics

@testable import Patching

/// Checks damaged patches. The tests and `scripts/fuzz` share this file.
enum FuzzPatch {
    static func read(_ bytes: [UInt8]) {
        for strip in 0...1 { _ = try? UnifiedDiff(bytes, name: "a.patch", strip: strip) }
    }

    /// Returns the first violation; nil if hunks have as many lines as they state and the patch contains these lines.
    static func brokenProperty(of bytes: [UInt8]) -> String? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        do throws(PatchError) {
            for file in try UnifiedDiff(bytes, name: "a.patch").files {
                guard lines.indices.contains(file.line - 1) else { return "a file at line \(file.line)" }
                for hunk in file.hunks {
                    if let broken = broken(hunk, in: lines) { return "hunk at line \(hunk.line): \(broken)" }
                }
            }
            return nil
        } catch {
            let isThere = error.line.map { (1...max(lines.count, 1)).contains($0) } ?? true
            return isThere ? nil : "an error at line \(error.line ?? 0) of \(lines.count)"
        }
    }

    private static func broken(_ hunk: Hunk, in lines: [ArraySlice<UInt8>]) -> String? {
        guard hunk.before.count == hunk.old.count, hunk.after.count == hunk.new.count else {
            return "lines are missing"
        }
        for line in hunk.lines {
            guard lines.indices.contains(line.line - 1) else { return "line \(line.line) is not there" }
            let (text, there) = (line.bytes.prefix { $0 != UInt8(ascii: "\n") }, lines[line.line - 1])
            let mark = there.first
            let isSame =
                switch line.kind {
                case .context: there.isEmpty ? text.isEmpty : mark == UInt8(ascii: " ") && there.dropFirst() == text
                case .added: mark == UInt8(ascii: "+") && there.dropFirst() == text
                case .removed: mark == UInt8(ascii: "-") && there.dropFirst() == text
                }
            guard isSame else { return "line \(line.line) reads otherwise" }
        }
        return nil
    }
}
