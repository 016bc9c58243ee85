// Unified diffs, which `diff -u` and `git diff` write and GNU patch reads. Sources: "Detailed Description of Unified
// Format" in the manual of GNU diffutils, the manual of GNU patch, git's diff-format documentation ("Generating patch
// text with -p").
//
// Any other text may appear between files. A file begins with `--- OLD` and `+++ NEW`, each a path and optionally,
// after a tab, a time. `/dev/null` means that there is no such file, and so does a time of 1970 (`diff -N` writes it).
// git writes `diff --git OLD NEW` before them, and lines for changes that are not text: `old mode`, `new mode`, `new
// file mode`, `deleted file mode`, `rename from`, `rename to`, `copy from`, `copy to`; with these, a file may have no
// text at all. Paths in quotes are escaped as in C.
//
// Hunks follow: `@@ -START,COUNT +START,COUNT @@ anything`, with lines from 1; a count of 1 is left out. Then come as
// many lines as the counts say, each after ` ` (in both), `-` (in the old file) or `+` (in the new). A line before `\
// No newline at end of file` has no line end. An empty line is a context line that lost its space in transport.

import Basics

/// The files of a patch, in the order in which it changes them.
public struct UnifiedDiff: Hashable, Sendable {
    public var files: [FileDiff]
}

/// The change of one file.
public struct FileDiff: Hashable, Sendable {
    /// The file's first line in the patch, from 1.
    public var line: Int
    public var change: Change
    /// Whether the patch makes the file executable or not executable; nil for no change.
    public var isExecutable: Bool?
    /// The hunks in the order of the file.
    public var hunks: [Hunk]

    public enum Change: Hashable, Sendable {
        /// A file that exists. A plain diff may give two names, old and new, of which one must exist.
        case edit(RelativePath, or: RelativePath?)
        case create(RelativePath)
        case delete(RelativePath)
        case rename(from: RelativePath, to: RelativePath)
        case copy(from: RelativePath, to: RelativePath)
    }
}

/// A changed part of a file.
public struct Hunk: Hashable, Sendable {
    /// The line of the hunk's `@@` in the patch, from 1.
    public var line: Int
    /// The lines in the old and the new file, from 1. An extent without lines starts at the line before it.
    public var old: Extent
    public var new: Extent
    public var lines: [Line]

    public struct Extent: Hashable, Sendable {
        public var start: Int
        public var count: Int
    }

    public struct Line: Hashable, Sendable {
        public var kind: Kind
        /// The bytes with the line end, if any.
        public var bytes: ArraySlice<UInt8>
        /// The line in the patch, from 1.
        public var line: Int

        public enum Kind: Hashable, Sendable { case context, removed, added }
    }
}

extension Hunk {
    /// The lines that the old file must contain.
    var before: [Line] { lines.filter { $0.kind != .added } }

    /// The lines that the new file contains.
    var after: [Line] { lines.filter { $0.kind != .removed } }
}
