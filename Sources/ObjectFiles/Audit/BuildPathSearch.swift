/// Searches for folders of the machine on which an object was built.
///
/// The search finds three kinds of texts:
/// - forbidden texts, in any place;
/// - a path below a folder in which people and machines build (`/home/`, `/Users/`, `/tmp/`, `C:\Users\` and the like),
///   in any section but code: in debug information, in `__FILE__`, in recorded command lines;
/// - in debug information (DWARF's and CodeView's names of files and folders), any absolute path except those of the
///   system (`/usr/`, Xcode's): there it can only be a folder of a build.
///
/// A path begins where no letter, digit or part of a path precedes it, so that a URL does not count. CodeView
/// records the compiler's path and arguments, so these can be found too. Compressed debug information is not searched;
/// `ObjectSummary` reports it.
public struct BuildPathSearch: Hashable, Sendable {
    public var forbidden: [String]
    /// Whether to search for the second and third kind too.
    public var guesses: Bool

    public init(forbidden: [String] = [], guesses: Bool = true) {
        self.forbidden = forbidden
        self.guesses = guesses
    }

    /// Returns each forbidden text once, then each path once, in the order of the file; at most a few dozen.
    func paths(in bytes: ByteView, _ sections: [ObjectSection]) -> [BuildPath] {
        var found = forbidden.compactMap { text in
            bytes.firstOffset(of: Array(text.utf8)).map { offset in
                BuildPath(text: bytes.withUnsafeBytes { Self.excerpt($0, at: offset) }, forbidden: text)
            }
        }
        guard guesses else { return found }
        var seen: Set<String> = []
        // Without this budget, overlapping sections could make the search take the square of the file's size.
        var room = UInt64(bytes.count)
        // Code contains no texts; numbers in it can look like texts.
        for section in sections where section.contents != .code && section.offset != nil {
            guard section.size <= room else { continue }
            room -= section.size
            for text in Self.guessed(in: bytes, section) where seen.insert(text).inserted {
                found.append(BuildPath(text: text, forbidden: nil))
                if found.count == Self.greatestCount { return found }
            }
        }
        return found
    }

    private static let greatestCount = 40
    private static let longestText = 120

    private static func guessed(in bytes: ByteView, _ section: ObjectSection) -> [String] {
        guard let offset = section.offset, let count = Int(exactly: section.size),
            let view = try? bytes.slice(at: offset, count: count)
        else { return [] }
        return view.withUnsafeBytes { text in
            places(in: text, isDebug: section.contents == .debugInformation).map { excerpt(text, at: $0) }
        }
    }

    private static func places(in text: UnsafeRawBufferPointer, isDebug: Bool) -> [Int] {
        var places: [Int] = []
        var next = 0
        // In debug information, the end of the text that contains the current slash; kept, so that a text with many
        // slashes is scanned only once.
        var end = 0
        while places.count < greatestCount, let slash = System.indexOfByte(0x2F, in: text, from: next) {
            next = slash + 1
            while isDebug, end <= slash || end < text.count && isText(text[end]) { end = max(end, slash) + 1 }
            guard beginsPath(text, at: slash), isDebug ? isForeign(text, slash..<end) : isBelow(roots, text, slash)
            else { continue }
            places.append(slash)
            while next < text.count, isPrintable(text[next]) { next += 1 }
        }
        next = 1
        while places.count < greatestCount, let colon = System.indexOfByte(0x3A, in: text, from: next) {
            next = colon + 1
            guard isDrive(text, colon), isDebug || isBelow(driveRoots, text, colon) else { continue }
            places.append(colon - 1)
        }
        return places
    }

    private static let roots = [
        "/home/", "/Users/", "/root/", "/tmp/", "/private/", "/var/tmp/", "/var/folders/", "/build/", "/builds/",
        "/workspace/", "/workspaces/", "/__w/", "/mnt/", "/Volumes/",
    ].map { Array($0.utf8) }
    private static let driveRoots = [":\\Users\\", ":/Users/", ":\\a\\", ":/a/"].map { Array($0.utf8) }
    private static let system = ["/usr/", "/Applications/Xcode", "/Library/Developer/"].map { Array($0.utf8) }

    private static func isBelow(_ roots: [[UInt8]], _ text: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        // A quick test before the lists: binary numbers contain many slash and colon bytes.
        guard offset + 1 < text.count, isPrintable(text[offset + 1]) else { return false }
        return roots.contains { root in
            let end = offset + root.count
            return end < text.count && text[offset..<end].elementsEqual(root) && isNamePart(text[end])
        }
    }

    /// Returns whether a text in a debug section is an absolute path, but not a path of the system. A NUL must end the
    /// path, and it must have at least four bytes: shorter texts are mostly parts of numbers.
    private static func isForeign(_ text: UnsafeRawBufferPointer, _ path: Range<Int>) -> Bool {
        guard path.upperBound < text.count, text[path.upperBound] == 0, path.count >= 4,
            isNamePart(text[path.lowerBound + 1])
        else { return false }
        return !system.contains { text[path].starts(with: $0) }
    }

    private static func isText(_ byte: UInt8) -> Bool { isPrintable(byte) || byte >= 0x80 }

    /// Returns whether no path, word or URL precedes the slash. `-I` and the like may precede it. So may a single
    /// name character after a byte that is not text: WebAssembly stores a text's size before it, and that byte can look
    /// like a letter.
    private static func beginsPath(_ text: UnsafeRawBufferPointer, at slash: Int) -> Bool {
        guard slash > 0 else { return true }
        let before = text[slash - 1]
        guard isNamePart(before) || before == 0x2F || before == 0x2E || before == 0x7E else { return true }
        guard slash > 1 else { return false }
        let first = text[slash - 2]
        return first == 0x2D && [0x46, 0x49, 0x4C].contains(before) || isNamePart(before) && !isText(first)
    }

    /// Returns whether this is `C:\` or `C:/` without a part of a word before it.
    private static func isDrive(_ text: UnsafeRawBufferPointer, _ colon: Int) -> Bool {
        guard colon + 2 < text.count, text[colon + 1] == 0x5C || text[colon + 1] == 0x2F, isNamePart(text[colon + 2])
        else { return false }
        let letter = text[colon - 1] | 0x20
        return letter >= 0x61 && letter <= 0x7A && (colon < 2 || !isNamePart(text[colon - 2]))
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2B, 0x80...: true
        default: false
        }
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

    /// Returns the printable ASCII from an offset on.
    private static func excerpt(_ text: UnsafeRawBufferPointer, at offset: Int) -> String {
        String(decoding: text[offset...].prefix(longestText).prefix(while: isPrintable), as: UTF8.self)
    }
}

/// A path of the build machine in an object.
public struct BuildPath: Hashable, Sendable {
    /// The text, up to 120 characters.
    public var text: String
    /// The matching forbidden text; nil for a guessed path.
    public var forbidden: String?
}
