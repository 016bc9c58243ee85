// The messages for patches that do not apply: one line, lower case, no full stop.

import Basics

extension PatchError: CustomStringConvertible {
    /// The message: ``patch `a.patch`, line 12: hunk 2 of `src/a.c` does not apply: …``.
    public var description: String {
        "patch `\(patch.onOneLine)`" + (line.map { ", line \($0)" } ?? "") + ": \(reason)"
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch reason {
        case .hunk(_, _, .differs(_, isApplied: true)): "the source has this change already: leave the patch out"
        case .hunk(_, _, .ambiguous): "regenerate the patch with more lines of context"
        case .hunk(_, _, .noContext): "regenerate the patch with lines of context"
        case .carriageReturn: "convert the patch's line ends to LF"
        case .path(_, .nothingLeft): "`strip:` sets the number of leading folders to drop"
        case .tooLarge, .noDiff, .binary, .malformedHeader, .malformedHunk, .shortHunk, .longHunk, .path, .mode,
            .target, .hunk, .readsTooMuch:
            nil
        }
    }
}

extension PatchError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .noDiff: "it contains no unified diff"
        case .binary: "binary files cannot be patched"
        case .carriageReturn: "the patch's own lines end with CR LF"
        case .malformedHeader(let text): "cannot read `\(text.onOneLine)`"
        case .malformedHunk: "this is not a line of a hunk"
        case .shortHunk: "the hunk has fewer lines than its header states"
        case .longHunk: "the hunk has more lines than its header states"
        case .path(let path, let fault): "the path `\(path.onOneLine)` \(fault)"
        case .mode(let mode): "the mode `\(mode.onOneLine)` is not the mode of a file"
        case .target(let path, let fault): "`\(path.string.onOneLine)` \(fault)"
        case .hunk(let number, let path, let fault):
            "hunk \(number) of `\(path.string.onOneLine)` \(fault)"
        case .readsTooMuch(let limit): "the files that it changes have more than \(limit) bytes together"
        }
    }
}

extension PatchError.PathFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsafe: "is not a safe path inside the source"
        case .nothingLeft(let strip): "has nothing left without \(strip) leading \(strip == 1 ? "folder" : "folders")"
        }
    }
}

extension PatchError.TargetFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "is not in the source"
        case .exists: "is in the source already"
        case .link: "is a link, or is below one"
        case .notAFile: "is not a file, or is below a path that is not a folder"
        case .ambiguous(let other):
            "and `\(other.string.onOneLine)` are both in the source: the patch is ambiguous"
        case .notEmpty: "is to be removed, but the patch leaves lines in it"
        }
    }
}

extension PatchError.HunkFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .differs(let difference, let isApplied):
            "does not apply\(isApplied ? ", it looks applied already" : ""): \(difference)"
        case .ambiguous(let lines):
            "does not match at its line, but at several others: lines "
                + lines.map(String.init).joined(separator: ", ")
        case .noContext: "has no lines of context"
        case .notAtEdge(let edge): "matches, but not at the file's \(edge.rawValue), where its context places it"
        case .unsearchable: "does not match at its line, and the search for another takes too long"
        }
    }
}

extension PatchError.Difference: CustomStringConvertible {
    public var description: String {
        let wanted = "line \(patchLine) of the patch expects \(Self.quoted(expected))"
        guard let found else { return "\(wanted), but the file ends before line \(fileLine)" }
        // Lines that look equal differ in invisible characters.
        let sight = Self.quoted(found)
        guard sight == Self.quoted(expected) else { return "\(wanted), line \(fileLine) of the file is \(sight)" }
        return "\(wanted), line \(fileLine) of the file has different white space or a different line end"
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(120), as: UTF8.self)
        let line = text.last?.isNewline == true ? String(text.dropLast()) : text
        return "`\(line.onOneLine)`" + (bytes.count > 120 ? "…" : "")
    }
}
