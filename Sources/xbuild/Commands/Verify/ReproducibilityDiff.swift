import Machine
import ObjectFiles

/// Two folders from two builds of the same inputs, compared path by path: kind, mode, contents.
///
/// Top-level entries that begin with a dot are xbuild's own delivery records and are ignored.
struct ReproducibilityDiff {
    /// The number of paths in either folder.
    let count: Int
    /// In the order of paths.
    let differences: [Difference]

    struct Difference {
        var path: String
        /// The difference, as text.
        var words: String
    }

    /// Compares two folders, given by absolute paths.
    ///
    /// - Throws: `FileError` or `ObjectFileError` when a file cannot be read.
    init(_ first: String, _ second: String) throws {
        let paths = try Set(FileSystem.subpaths(of: first))
            .union(FileSystem.subpaths(of: second)).filter { !$0.hasPrefix(".") }.sorted()
        count = paths.count
        differences = try paths.compactMap { path in
            try Self.difference("\(first)/\(path)", "\(second)/\(path)").map { Difference(path: path, words: $0) }
        }
    }

    private static func difference(_ first: String, _ second: String) throws -> String? {
        let (one, other) = (try Entry(first), try Entry(second))
        guard let one else { return "only in the second" }
        guard let other else { return "only in the first" }
        guard one.kind == other.kind else { return "another kind of file" }
        if one.mode != other.mode {
            return "mode \(String(one.mode, radix: 8)) and \(String(other.mode, radix: 8))"
        }
        if one.target != other.target { return "a link to `\(one.target ?? "")` and to `\(other.target ?? "")`" }
        guard one.kind == .file else { return nil }
        return ObjectDifference(try ByteView(path: first), try ByteView(path: second))?.description
    }

    private struct Entry {
        var kind: FileStatus.Kind
        var mode: UInt16
        var target: String?

        /// Nil if there is no file at the path.
        init?(_ path: String) throws {
            guard let status = try FileStatus.of(path) else { return nil }
            kind = status.kind
            mode = kind == .link ? 0 : status.permissions
            target = kind == .link ? try FileSystem.linkTarget(path) : nil
        }
    }
}
