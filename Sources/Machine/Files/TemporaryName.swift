/// The names of new files and folders in the folder of the file or folder that they replace: `.TOKEN.KIND`.
///
/// TOKEN is 24 hexadecimal digits: 16 from a hash of the replaced file's name, so that temporary files left for it are
/// found, and eight random digits. TOKEN does not contain that name, which may be as long as the file system permits.
public enum TemporaryName {
    /// Returns an unused path in the folder of `target`, a different one at each call.
    ///
    /// - Parameter kind: a word, such as `new`.
    public static func path(beside target: String, _ kind: String) -> String {
        let (folder, name) = parts(of: target)
        return "\(folder).\(prefix(of: name))\(digits(UInt32.random(in: .min ... .max))).\(kind)"
    }

    /// Removes the temporary files and folders of `target` that killed processes left behind.
    ///
    /// - Parameter minimumAge: the age in seconds. It is counted from the last change of the file's status, because
    ///   exported folders have old modification times. Pass 0 only while no other process can replace `target`.
    public static func removeLeftovers(of target: String, minimumAge: Int64) {
        let (folder, name) = parts(of: target)
        let prefix = prefix(of: name)
        for other in (try? FileSystem.repairedNames(in: folder.isEmpty ? "." : folder)) ?? [] {
            let words = other.split(separator: ".", omittingEmptySubsequences: false)
            guard words.count == 3, words[0].isEmpty, words[1].count == 24, words[1].allSatisfy(\.isHexDigit),
                words[1].hasPrefix(prefix), let status = try? FileStatus.of(folder + other),
                status.changed <= Clock.nanoseconds() - minimumAge * 1_000_000_000
            else { continue }
            try? FileSystem.removeTree(folder + other)
        }
    }

    /// Returns the folder, with its slash, and the name in it.
    private static func parts(of path: String) -> (folder: String, name: String) {
        let start = path.utf8.lastIndex(of: 0x2F).map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }

    /// Returns the FNV-1a hash of a name, in hexadecimal digits.
    private static func prefix(of name: String) -> String {
        digits(name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 })
    }

    private static func digits(_ number: some FixedWidthInteger) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: number.bitWidth / 4 - text.count) + text
    }
}
