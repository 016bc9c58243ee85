// Writes unified diffs as git does, without dates, times or digests: equal trees give equal text. See UnifiedDiff for
// the format. The output applies with this module, `git apply` and GNU patch.

import Basics

/// A file in two versions.
struct FilePair {
    var path: RelativePath
    /// Nil if the file does not exist.
    var old: Version?
    var new: Version?

    struct Version {
        var bytes: [UInt8]
        var isExecutable: Bool

        var mode: String { isExecutable ? "100755" : "100644" }
    }
}

struct DiffWriter {
    /// The number of context lines around a change.
    static let context = 3

    private(set) var bytes: [UInt8] = []

    mutating func add(_ pair: FilePair) {
        let (old, new) = (Self.quoted("a/\(pair.path)"), Self.quoted("b/\(pair.path)"))
        line("diff --git \(old) \(new)")
        switch (pair.old, pair.new) {
        case (nil, let new?): line("new file mode \(new.mode)")
        case (let old?, nil): line("deleted file mode \(old.mode)")
        case (let old?, let new?) where old.isExecutable != new.isExecutable:
            line("old mode \(old.mode)")
            line("new mode \(new.mode)")
        case (_?, _?), (nil, nil): break
        }
        let texts = (TextLines.split(pair.old?.bytes ?? []), TextLines.split(pair.new?.bytes ?? []))
        let hunks = Self.hunks(texts.0, texts.1)
        guard !hunks.isEmpty else { return }
        line("--- \(pair.old == nil ? "/dev/null" : Self.ended(old))")
        line("+++ \(pair.new == nil ? "/dev/null" : Self.ended(new))")
        for hunk in hunks { add(hunk, texts.0, texts.1) }
    }

    // MARK: Hunks

    /// Groups changes whose contexts touch.
    private static func hunks(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [[LineChange]] {
        var numbering = TextLines.Numbering()
        var (left, right): ([Int], [Int]) = ([], [])
        for line in old { left.append(numbering.number(of: line)) }
        for line in new { right.append(numbering.number(of: line)) }
        return LineDifference.changes(from: left, to: right).reduce(into: []) { hunks, change in
            if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
                hunks[hunks.count - 1].append(change)
            } else {
                hunks.append([change])
            }
        }
    }

    private mutating func add(_ changes: [LineChange], _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        guard let first = changes.first, let last = changes.last else { return }
        let leading = min(Self.context, first.old.lowerBound)
        let trailing = min(Self.context, old.count - last.old.upperBound)
        let before = (first.old.lowerBound - leading)..<(last.old.upperBound + trailing)
        let after = (first.new.lowerBound - leading)..<(last.new.upperBound + trailing)
        line("@@ -\(Self.extent(before)) +\(Self.extent(after)) @@")
        var next = before.lowerBound
        for change in changes {
            for index in next..<change.old.lowerBound { add(" ", old[index]) }
            for index in change.old { add("-", old[index]) }
            for index in change.new { add("+", new[index]) }
            next = change.old.upperBound
        }
        for index in next..<before.upperBound { add(" ", old[index]) }
    }

    /// Writes an extent; for no lines, the place of the line before them.
    private static func extent(_ lines: Range<Int>) -> String {
        switch lines.count {
        case 0: "\(lines.lowerBound),0"
        case 1: "\(lines.lowerBound + 1)"
        default: "\(lines.lowerBound + 1),\(lines.count)"
        }
    }

    private mutating func add(_ mark: Unicode.Scalar, _ text: ArraySlice<UInt8>) {
        bytes.append(UInt8(ascii: mark))
        bytes += text
        if text.last != UInt8(ascii: "\n") { bytes += "\n\\ No newline at end of file\n".utf8 }
    }

    private mutating func line(_ text: String) { bytes += "\(text)\n".utf8 }

    // MARK: Names

    /// Quotes names as git does if they contain quotes, backslashes or characters beyond ASCII.
    static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard !isPlain else { return name }
        return "\"" + name.utf8.map(escaped).joined() + "\""
    }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case 0x22, 0x5C: return "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7F: return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    /// Ends a name with spaces by a tab, so that readers do not take the text behind a space for a time.
    private static func ended(_ name: String) -> String {
        name.contains(" ") && !name.hasPrefix("\"") ? name + "\t" : name
    }
}
