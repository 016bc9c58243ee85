// The messages for patches that do not apply: one line, lower case, no full stop.

import Basics

extension PatchError: CustomStringConvertible {
    /// The message: ``patch `a.patch`, line 12: hunk 2 of `src/a.c` does not apply: …``.
    public var description: String {
        "patch `\(Self.printable(patch))`" + (line.map { ", line \($0)" } ?? "") + ": \(reason)"
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch reason {
        case .hunk(_, _, .differs(_, isApplied: true)): "the source has this change already: leave the patch out"
        case .hunk(_, _, .ambiguous): "make the patch anew with more lines of context"
        case .hunk(_, _, .noContext): "make the patch anew with lines of context"
        case .carriageReturn: "convert the patch's line ends to LF"
        case .path(_, .nothingLeft): "`strip:` says how many leading folders are dropped"
        case .tooLarge, .noDiff, .binary, .malformedHeader, .malformedHunk, .shortHunk, .longHunk, .path, .mode,
            .target, .hunk, .readsTooMuch:
            nil
        }
    }

    /// Returns text that cannot control the terminal, because patches may be hostile.
    static func printable(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: "?"
                default: Character(scalar)
                }
            })
    }
}

extension PatchError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .noDiff: "there is no unified diff in it"
        case .binary: "binary files cannot be patched"
        case .carriageReturn: "the patch's own lines end with CR LF"
        case .malformedHeader(let text): "cannot read `\(PatchError.printable(text))`"
        case .malformedHunk: "this is no line of a hunk"
        case .shortHunk: "the hunk ends before the lines that it counts"
        case .longHunk: "the hunk goes on after the lines that it counts"
        case .path(let path, let fault): "the path `\(PatchError.printable(path))` \(fault)"
        case .mode(let mode): "the mode `\(PatchError.printable(mode))` is not a file's"
        case .target(let path, let fault): "`\(PatchError.printable(path.string))` \(fault)"
        case .hunk(let number, let path, let fault):
            "hunk \(number) of `\(PatchError.printable(path.string))` \(fault)"
        case .readsTooMuch(let limit): "it changes files of more than \(limit) bytes together"
        }
    }
}

extension PatchError.PathFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsafe: "does not stay in the source"
        case .nothingLeft(let strip): "has nothing left without \(strip) leading \(strip == 1 ? "folder" : "folders")"
        }
    }
}

extension PatchError.TargetFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "is not in the source"
        case .exists: "is in the source already"
        case .link: "is a link, or lies below one"
        case .notAFile: "is not a file, or lies below something that is no folder"
        case .ambiguous(let other):
            "and `\(PatchError.printable(other.string))` are both in the source: which is meant is not clear"
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
            "does not fit where it says, but in several other places: lines "
                + lines.map(String.init).joined(separator: ", ")
        case .noContext: "shows no line around those that it adds"
        case .notAtEdge(let edge): "fits, but not at the file's \(edge.rawValue), where it says that it stands"
        case .unsearchable: "does not fit where it says, and looking for its place takes too long"
        }
    }
}

extension PatchError.Difference: CustomStringConvertible {
    public var description: String {
        let wanted = "line \(patchLine) of the patch wants \(Self.quoted(expected))"
        guard let found else { return "\(wanted), but the file ends before line \(fileLine)" }
        // Lines that look equal differ in invisible characters.
        let sight = Self.quoted(found)
        guard sight == Self.quoted(expected) else { return "\(wanted), line \(fileLine) of the file is \(sight)" }
        return "\(wanted), line \(fileLine) of the file has other white space or another line end"
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.prefix(120), as: UTF8.self)
        let line = text.last?.isNewline == true ? String(text.dropLast()) : text
        return "`\(PatchError.printable(line))`" + (bytes.count > 120 ? "…" : "")
    }
}
