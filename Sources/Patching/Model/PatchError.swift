public import Basics

/// Why a patch was not read or does not apply.
public struct PatchError: Error, Hashable, Sendable {
    /// The patch's name in the recipe.
    public var patch: String
    /// The line in the patch, from 1; nil when the error is about the whole patch.
    public var line: Int?
    public var reason: Reason

    public enum Reason: Error, Hashable, Sendable {
        // Faults of the patch itself.
        case tooLarge(limit: Int)
        case noDiff
        case binary
        /// The patch's own lines end with CR LF.
        case carriageReturn
        case malformedHeader(String)
        case malformedHunk
        /// The patch ends, or another hunk begins, before the hunk has as many lines as its counts.
        case shortHunk
        /// The hunk has more lines than its counts.
        case longHunk
        case path(String, PathFault)
        /// A mode that is not a regular file's, but that of a link or a submodule.
        case mode(String)
        // Faults in applying the patch to a tree.
        case target(RelativePath, TargetFault)
        case hunk(number: Int, of: RelativePath, HunkFault)
        case readsTooMuch(limit: Int)
    }

    public enum PathFault: Hashable, Sendable {
        /// An absolute path, or one with `..`, with control characters or not UTF-8.
        case unsafe
        /// The path has no more components than are stripped.
        case nothingLeft(strip: Int)
    }

    public enum TargetFault: Hashable, Sendable {
        case missing
        /// The path of a file to create exists already.
        case exists
        /// The path is a link, or below a link.
        case link
        /// The path is a folder, or one of its parents is not a folder.
        case notAFile
        /// Both the old and the new name exist.
        case ambiguous(RelativePath)
        /// A file to delete has lines left.
        case notEmpty
    }

    public enum HunkFault: Hashable, Sendable {
        /// A line differs at the place where most of the hunk fits.
        case differs(Difference, isApplied: Bool)
        /// The hunk does not fit at its stated place, and fits at several others.
        case ambiguous(lines: [Int])
        /// The hunk only adds lines, without context.
        case noContext
        /// The hunk fits, but not at the file's beginning or end, where its context places it.
        case notAtEdge(Edge)
        /// The search for its place took too long.
        case unsearchable
    }

    public enum Edge: String, Hashable, Sendable { case beginning, end }

    /// The first line that differs from the patch.
    public struct Difference: Hashable, Sendable {
        /// The line in the patch, from 1.
        public var patchLine: Int
        /// The line in the file, from 1.
        public var fileLine: Int
        /// The line in the patch.
        public var expected: [UInt8]
        /// The line in the file; nil after its end.
        public var found: [UInt8]?
    }
}
