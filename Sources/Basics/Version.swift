/// A library's version: `0.5.0`, `3.5.7`, `1.1.1w`.
///
/// Versions are ordered part by part, where a part is a run of digits or a run of letters: numbers by value, letters by
/// spelling, a missing part before any number and after a pre-release word (`1.0-rc1 < 1.0 < 1.0.1 < 1.0.1a`).
public struct Version: TextName, TextCodable {
    /// The version as written.
    public let string: String

    /// Reads a version: it begins with a digit and holds ASCII letters, digits, `.`, `-`, `_`, `+` and `~` only.
    public init?(_ string: String) {
        guard let first = string.utf8.first, (0x30...0x39).contains(first) else { return nil }
        let isAllowed: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_+~".contains($0)) }
        guard string.allSatisfy(isAllowed) else { return nil }
        self.string = string
    }

    private enum Part: Comparable {
        // The order of the cases is the order of the parts.
        case preRelease(String)
        case end
        case letters(String)
        case number(Int)
    }

    private static let preReleaseWords: Set<String> = ["alpha", "beta", "dev", "pre", "preview", "rc"]

    private var parts: [Part] {
        var result: [Part] = []
        var rest = string[...]
        while let first = rest.first {
            if first.isNumber {
                let run = rest.prefix(while: \.isNumber)
                result.append(.number(Int(run) ?? .max))
                rest = rest.dropFirst(run.count)
            } else if first.isLetter {
                let run = rest.prefix(while: \.isLetter)
                let word = run.lowercased()
                result.append(Self.preReleaseWords.contains(word) ? .preRelease(word) : .letters(word))
                rest = rest.dropFirst(run.count)
            } else {
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Returns whether `other` is this version followed by further parts, without a change to its last number: `3.0`
    /// begins `3.0.20`, but not `3.05`.
    public func begins(_ other: Version) -> Bool {
        guard other.string.hasPrefix(string), let next = other.string.dropFirst(string.count).first else {
            return false
        }
        return !next.isNumber
    }

    public static func < (left: Version, right: Version) -> Bool {
        let (a, b) = (left.parts, right.parts)
        for index in 0..<max(a.count, b.count) {
            let (x, y) = (index < a.count ? a[index] : .end, index < b.count ? b[index] : .end)
            if x != y { return x < y }
        }
        return left.string < right.string
    }
}
