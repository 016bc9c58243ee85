// Unified diffs: what `diff -u` and `git diff` write and GNU patch reads. Sources: "Detailed Description of Unified
// Format" in the manual of GNU diffutils, the manual of GNU patch, git's diff-format documentation ("Generating patch
// text with -p").
//
// Words that belong to no file may stand anywhere between files. A file begins with `--- OLD` and `+++ NEW`, each a
// path and, behind a tab, perhaps a time; `/dev/null` stands for no file, and so does a time of 1970 (what `diff -N`
// writes). git puts `diff --git OLD NEW` before and lines that say what text cannot: `old mode`, `new mode`,
// `new file mode`, `deleted file mode`, `rename from`, `rename to`, `copy from`, `copy to`; with them a file may come
// without text at all. Paths with quotes around them are escaped as in C.
//
// Hunks follow: `@@ -START,COUNT +START,COUNT @@ anything`, lines from 1, a count of 1 left out; then as many lines as
// the counts say, each behind ` ` (in both), `-` (in the old file) or `+` (in the new). A line that is followed by
// `\ No newline at end of file` has no line end. An empty line is one of context that lost its space on the way.

import Basics

/// The files of a patch, in the order in which it changes them.
public struct UnifiedDiff: Hashable, Sendable {
    public var files: [FileDiff]

    public init(files: [FileDiff]) { self.files = files }
}

/// What a patch does to one file.
public struct FileDiff: Hashable, Sendable {
    /// Where it begins in the patch, from 1.
    public var line: Int
    public var change: Change
    /// Whether the file becomes executable, or ceases to be; nil when nothing is said.
    public var isExecutable: Bool?
    /// In the order of the file.
    public var hunks: [Hunk]

    public enum Change: Hashable, Sendable {
        /// A file that is there. Plain diffs may name it in two ways, old and new, of which one must be there.
        case edit(RelativePath, or: RelativePath?)
        case create(RelativePath)
        case delete(RelativePath)
        case rename(from: RelativePath, to: RelativePath)
        case copy(from: RelativePath, to: RelativePath)

        /// The file as it is called afterwards; for one that goes, as it was called.
        public var path: RelativePath {
            switch self {
            case .edit(let path, _), .create(let path), .delete(let path), .rename(_, let path), .copy(_, let path):
                path
            }
        }
    }
}

/// A place of a file that changes.
public struct Hunk: Hashable, Sendable {
    /// Where its `@@` stands in the patch, from 1.
    public var line: Int
    /// Its lines' places in the two files, from 1; of no lines, the place of the line before them.
    public var old: Extent
    public var new: Extent
    public var lines: [Line]

    public struct Extent: Hashable, Sendable {
        public var start: Int
        public var count: Int
    }

    public struct Line: Hashable, Sendable {
        public var kind: Kind
        /// With its line end, if it has one.
        public var bytes: ArraySlice<UInt8>
        /// Where it stands in the patch, from 1.
        public var line: Int

        public enum Kind: Hashable, Sendable { case context, removed, added }
    }
}

extension Hunk {
    /// What must be there.
    var before: [Line] { lines.filter { $0.kind != .added } }

    /// What is there afterwards.
    var after: [Line] { lines.filter { $0.kind != .removed } }
}
