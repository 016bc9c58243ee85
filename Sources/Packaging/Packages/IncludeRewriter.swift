import Basics
import ModuleMaps

/// Rewrites the `#include` lines of headers that were moved together: a path below the old include folder becomes a
/// path relative to the including header.
///
/// Works on bytes: the encoding of a header's text is unknown.
struct IncludeRewriter {
    /// Every header's path below the include folder.
    var headers: Set<String>

    /// Returns the rewritten bytes; nil when there is no change.
    func rewritten(_ bytes: [UInt8], of header: RelativePath) -> [UInt8]? {
        var result: [UInt8] = []
        var isChanged = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex > 0 { result.append(0x0A) }
            if let found = IncludeLine(line), let new = replacement(for: found.name, line[found.start], in: header) {
                result += line[..<found.start] + Array("\"\(new)\"".utf8) + line[(found.end + 1)...]
                isChanged = true
            } else {
                result += line
            }
        }
        return isChanged ? result : nil
    }

    private func replacement(for name: String, _ open: UInt8, in header: RelativePath) -> String? {
        let folder = header.components.dropLast()
        if open == UInt8(ascii: "\""), headers.contains((folder + [name]).joined(separator: "/")) { return nil }
        guard headers.contains(name), let target = RelativePath(name) else { return nil }
        return Self.path(from: Array(folder), to: target.components)
    }

    static func path(from folder: [String], to target: [String]) -> String {
        let shared = zip(folder, target.dropLast()).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - shared) + target[shared...]).joined(separator: "/")
    }
}
