import Basics

/// `#include` lines of headers that were moved together: those that name one of them by its path below the old include
/// folder name it by its path from the header that they stand in.
///
/// Works on bytes: a header's text is in whatever encoding its author had.
struct IncludeRewriter {
    /// Every header's path below the include folder.
    var headers: Set<String>

    /// The rewritten bytes; nil when nothing has to change.
    func rewritten(_ bytes: [UInt8], of header: RelativePath) -> [UInt8]? {
        var result: [UInt8] = []
        var isChanged = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex > 0 { result.append(0x0A) }
            if let (start, end, name) = Self.include(in: line),
                let new = replacement(for: name, line[start], in: header)
            {
                result += line[..<start] + Array("\"\(new)\"".utf8) + line[(end + 1)...]
                isChanged = true
            } else {
                result += line
            }
        }
        return isChanged ? result : nil
    }

    /// The places of the opening and closing signs and what stands between.
    private static func include(in line: ArraySlice<UInt8>) -> (Int, Int, String)? {
        var rest = line.drop(while: isSpace)
        guard rest.first == UInt8(ascii: "#") else { return nil }
        rest = rest.dropFirst().drop(while: isSpace)
        guard rest.starts(with: Array("include".utf8)) else { return nil }
        rest = rest.dropFirst(7).drop(while: isSpace)
        guard let open = rest.first, open == UInt8(ascii: "<") || open == UInt8(ascii: "\"") else { return nil }
        let close = open == UInt8(ascii: "<") ? UInt8(ascii: ">") : open
        guard let end = rest.dropFirst().firstIndex(of: close) else { return nil }
        return (rest.startIndex, end, String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private func replacement(for name: String, _ open: UInt8, in header: RelativePath) -> String? {
        let folder = header.components.dropLast()
        let isQuoted = open == UInt8(ascii: "\"")
        if isQuoted, headers.contains((folder + [name]).joined(separator: "/")) { return nil }
        guard headers.contains(name), let target = RelativePath(name) else { return nil }
        return Self.path(from: Array(folder), to: target.components)
    }

    static func path(from folder: [String], to target: [String]) -> String {
        let shared = zip(folder, target.dropLast()).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - shared) + target[shared...]).joined(separator: "/")
    }
}
