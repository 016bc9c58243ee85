public import Basics

/// Why a patch was not read or does not apply.
public struct PatchError: Error, Hashable, Sendable {
    /// The patch's name, as the recipe calls it.
    public var patch: String
    /// Where in the patch, from 1; nil when it is about the whole.
    public var line: Int?
    public var reason: Reason

    public init(patch: String, line: Int?, reason: Reason) {
        self.patch = patch
        self.line = line
        self.reason = reason
    }

    public enum Reason: Hashable, Sendable {
        // The patch itself.
        case tooLarge(limit: Int)
        case noDiff
        case binary
        /// The patch's own lines end with CR LF.
        case carriageReturn
        case malformedHeader(String)
        case malformedHunk
        /// It ends, or another hunk begins, before the counts of this one are full.
        case shortHunk
        /// Its lines go on when the counts are full.
        case longHunk
        case path(String, PathFault)
        /// A mode that is not a file's: a link, a submodule.
        case mode(String)
        // The patch on a tree.
        case target(RelativePath, TargetFault)
        case hunk(number: Int, of: RelativePath, HunkFault)
        case readsTooMuch(limit: Int)
    }

    public enum PathFault: Hashable, Sendable {
        /// Absolute, through `..`, with control characters or not UTF-8.
        case unsafe
        /// It has no more components than are stripped.
        case nothingLeft(strip: Int)
    }

    public enum TargetFault: Hashable, Sendable {
        case missing
        /// There is something where it is to be created.
        case exists
        /// It is a link, or stands below one.
        case link
        /// It is a folder, or what should be a folder on the way to it is none.
        case notAFile
        /// Old and new name are both there.
        case ambiguous(RelativePath)
        /// Something is left of a file that is to go.
        case notEmpty
    }

    public enum HunkFault: Hashable, Sendable {
        /// A line differs at the place where most of it fits.
        case differs(Difference, isApplied: Bool)
        /// It fits in several places, and in none where it says.
        case ambiguous(lines: [Int])
        /// It only adds lines and shows none around them.
        case noContext
        /// It fits, but not at the file's beginning or end, where it says that it stands.
        case notAtEdge(Edge)
        /// Looking for its place took too long.
        case unsearchable
    }

    public enum Edge: String, Hashable, Sendable { case beginning, end }

    /// The first line that is not as the patch has it.
    public struct Difference: Hashable, Sendable {
        /// In the patch, from 1.
        public var patchLine: Int
        /// In the file, from 1.
        public var fileLine: Int
        /// As the patch has it.
        public var expected: [UInt8]
        /// As the file has it; nil behind its end.
        public var found: [UInt8]?
    }
}
