import Basics

/// Reads the header lines that git writes before a file's hunks.
extension DiffReader {
    private struct Extended {
        var created: Bool?
        var mode: Bool?
        var isRename = false
        var source: RelativePath?
        var destination: RelativePath?
    }

    /// Reads from `diff --git` to the last hunk.
    mutating func gitFile() throws(PatchError) -> FileDiff {
        let line = text.index + 1
        guard let both = try text.rest(after: "diff --git ") else { throw text.malformed() }
        let first = text
        text.index += 1
        var extended = Extended()
        while try take(&extended) { text.index += 1 }
        try refuseBinary()
        let names = isHeader ? try self.names() : nil
        let hunks = names == nil ? [] : try self.hunks()
        guard hunks.isEmpty == (names == nil) else { throw text.error(.malformedHunk) }
        let change = try change(extended, names, line) { () throws(PatchError) in
            guard let name = Self.sameName(both) else { throw first.malformed() }
            return name
        }
        return FileDiff(line: line, change: change, isExecutable: extended.mode, hunks: hunks)
    }

    private func change(
        _ extended: Extended, _ names: Names?, _ line: Int, name: () throws(PatchError) -> String
    ) throws(PatchError) -> FileDiff.Change {
        if let source = extended.source, let destination = extended.destination {
            return extended.isRename ? .rename(from: source, to: destination) : .copy(from: source, to: destination)
        }
        guard let names else {
            let path = try path(try name(), line)
            return extended.created.map { $0 ? .create(path) : .delete(path) } ?? .edit(path, or: nil)
        }
        if extended.created == true || names.old.isNone { return .create(try path(names.new.text, line)) }
        if extended.created == false || names.new.isNone { return .delete(try path(names.old.text, line)) }
        return try edit(names, line)
    }

    /// Reads the next line if it is one of git's header lines; returns whether it was.
    private func take(_ extended: inout Extended) throws(PatchError) -> Bool {
        if let mode = try text.rest(after: "new file mode ") {
            (extended.created, extended.mode) = (true, try isExecutable(mode))
        } else if let mode = try text.rest(after: "deleted file mode ") {
            extended.created = false
            _ = try isExecutable(mode)
        } else if let mode = try text.rest(after: "new mode ") {
            extended.mode = try isExecutable(mode)
        } else if let mode = try text.rest(after: "old mode ") {
            _ = try isExecutable(mode)
        } else if let index = try text.rest(after: "index ") {
            // `index OLD..NEW MODE`, with a mode if it does not change.
            let words = index.split(separator: UInt8(ascii: " "))
            if words.count == 2 { _ = try isExecutable(words[1]) }
        } else if text.begins("similarity index ") || text.begins("dissimilarity index ") {
            return true
        } else {
            return try takeName(&extended)
        }
        return true
    }

    private func takeName(_ extended: inout Extended) throws(PatchError) -> Bool {
        if let name = try text.rest(after: "rename from ") {
            (extended.source, extended.isRename) = (try bare(name), true)
        } else if let name = try text.rest(after: "rename to ") {
            extended.destination = try bare(name)
        } else if let name = try text.rest(after: "copy from ") {
            extended.source = try bare(name)
        } else if let name = try text.rest(after: "copy to ") {
            extended.destination = try bare(name)
        } else {
            return false
        }
        return true
    }

    private func bare(_ text: ArraySlice<UInt8>) throws(PatchError) -> RelativePath {
        guard let (name, _) = PatchPaths.name(text) else { throw self.text.malformed() }
        return try checked(paths.bare(name), self.text.index + 1)
    }

    /// Returns whether a mode allows execution. A mode has six octal digits; the first three are 100 for regular files.
    private func isExecutable(_ mode: ArraySlice<UInt8>) throws(PatchError) -> Bool {
        let word = String(decoding: mode, as: UTF8.self)
        guard word.hasPrefix("100"), word.utf8.count == 6, let bits = Int(word, radix: 8) else {
            throw text.error(.mode(word))
        }
        return bits & 0o100 != 0
    }

    /// Returns `b/NAME` of `a/NAME b/NAME`: both halves have one length, so the name may contain spaces.
    private static func sameName(_ both: ArraySlice<UInt8>) -> String? {
        if both.first == UInt8(ascii: "\"") { return PatchPaths.name(both)?.name }
        let middle = both.startIndex + both.count / 2
        guard both.count % 2 == 1, both[middle] == UInt8(ascii: " ") else { return nil }
        let (old, new) = (both[..<middle], both[(middle + 1)...])
        let tail = { (half: ArraySlice<UInt8>) in half.drop { $0 != UInt8(ascii: "/") } }
        guard old.elementsEqual(new) || (tail(old).elementsEqual(tail(new)) && !tail(old).isEmpty) else { return nil }
        return String(validating: new, as: UTF8.self)
    }
}
