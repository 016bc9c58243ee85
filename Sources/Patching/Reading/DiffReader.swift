import Basics

/// Reads the files of a patch, without the tree to which it will be applied.
struct DiffReader {
    var text: PatchText
    let paths: PatchPaths

    mutating func files() throws(PatchError) -> [FileDiff] {
        var files: [FileDiff] = []
        while !text.isAtEnd {
            try refuseBinary()
            if text.begins("diff --git ") {
                files.append(try gitFile())
            } else if isHeader {
                let line = text.index + 1
                let names = try names()
                files.append(try file(names, hunks: try hunks(), line: line))
            } else {
                text.index += 1
            }
        }
        return files
    }

    /// Whether a file's two name lines are next. One of them alone is ordinary text.
    var isHeader: Bool { text.begins("--- ") && text.begins("+++ ", at: text.index + 1) }

    func refuseBinary() throws(PatchError) {
        let isDifferent = text.next?.dropLast().suffix(7).elementsEqual(" differ".utf8) == true
        if text.begins("GIT binary patch") || (text.begins("Binary files ") && isDifferent) {
            throw text.error(.binary)
        }
    }

    // MARK: Names

    struct Names {
        var old: Name
        var new: Name
    }

    struct Name {
        var text: String
        /// Whether the name is `/dev/null`.
        var isNone: Bool { text == "/dev/null" }
        /// Whether the time is the epoch, in any zone: `diff -N` writes it for a missing file.
        var isEpoch: Bool
    }

    /// Reads `---` and `+++`.
    mutating func names() throws(PatchError) -> Names {
        Names(old: try name(after: "--- "), new: try name(after: "+++ "))
    }

    private mutating func name(after prefix: StaticString) throws(PatchError) -> Name {
        guard let rest = try text.rest(after: prefix), let (name, time) = PatchPaths.name(rest) else {
            throw text.malformed()
        }
        text.index += 1
        let isEpoch = time.starts(with: "1970-01-01 ".utf8) || time.starts(with: "1969-12-31 ".utf8)
        return Name(text: name, isEpoch: isEpoch)
    }

    /// Returns a file of a plain diff, which states two names but not the kind of change.
    private func file(_ names: Names, hunks: [Hunk], line: Int) throws(PatchError) -> FileDiff {
        guard !hunks.isEmpty else { throw text.error(.malformedHunk) }
        let whole = hunks.count == 1 ? hunks.first : nil
        let change: FileDiff.Change
        if names.old.isNone || (names.old.isEpoch && whole?.old.isNothing == true) {
            change = .create(try path(names.new.text, line))
        } else if names.new.isNone || (names.new.isEpoch && whole?.new.isNothing == true) {
            change = .delete(try path(names.old.text, line))
        } else {
            change = try edit(names, line)
        }
        return FileDiff(line: line, change: change, isExecutable: nil, hunks: hunks)
    }

    func edit(_ names: Names, _ line: Int) throws(PatchError) -> FileDiff.Change {
        let (old, new) = (try path(names.old.text, line), try path(names.new.text, line))
        return .edit(new, or: old == new ? nil : old)
    }

    func path(_ name: String, _ line: Int) throws(PatchError) -> RelativePath {
        try checked(paths.path(name), line)
    }

    func checked(_ path: Result<RelativePath, PatchError.Reason>, _ line: Int) throws(PatchError) -> RelativePath {
        try path.mapError { PatchError(patch: text.name, line: line, reason: $0) }.get()
    }
}

extension Hunk.Extent {
    /// Whether the extent is `0,0`: the file has no lines at all.
    var isNothing: Bool { start == 0 && count == 0 }
}
