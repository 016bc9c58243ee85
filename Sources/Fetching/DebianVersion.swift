// The order of Debian's package versions, as deb-version(7) describes it and dpkg implements it.

/// A version `[epoch:]upstream[-revision]`, in dpkg's order. Two spellings of one version, such as `1.0` and `1.00`, are
/// equal.
struct DebianVersion: Comparable, Sendable {
    private let epoch: Substring
    private let upstream: Substring
    private let revision: Substring

    /// Divides a version. A missing epoch or revision equals `0`.
    init(_ version: String) {
        let colon = version.firstIndex(of: ":")
        epoch = colon.map { version[..<$0] } ?? "0"
        let rest = colon.map { version[version.index(after: $0)...] } ?? version[...]
        let hyphen = rest.lastIndex(of: "-")
        upstream = hyphen.map { rest[..<$0] } ?? rest
        revision = hyphen.map { rest[rest.index(after: $0)...] } ?? "0"
    }

    static func == (one: DebianVersion, other: DebianVersion) -> Bool { one.difference(from: other) == 0 }

    static func < (one: DebianVersion, other: DebianVersion) -> Bool { one.difference(from: other) < 0 }

    private func difference(from other: DebianVersion) -> Int {
        for part in [\.epoch, \.upstream, \.revision] as [KeyPath<DebianVersion, Substring>] {
            let difference = Self.difference(self[keyPath: part].utf8, other[keyPath: part].utf8)
            if difference != 0 { return difference }
        }
        return 0
    }

    /// Compares parts without and with digits by turns: the former by their bytes, the latter as numbers.
    private static func difference(_ one: Substring.UTF8View, _ other: Substring.UTF8View) -> Int {
        var (one, other) = (one, other)
        while !one.isEmpty || !other.isEmpty {
            while !isDigit(one.first ?? zero) || !isDigit(other.first ?? zero) {
                let difference = weight(one.popFirst(unless: isDigit)) - weight(other.popFirst(unless: isDigit))
                if difference != 0 { return difference }
            }
            let numbers = (one.popNumber(), other.popNumber())
            if numbers.0.count != numbers.1.count { return numbers.0.count - numbers.1.count }
            if !numbers.0.elementsEqual(numbers.1) { return numbers.0.lexicographicallyPrecedes(numbers.1) ? -1 : 1 }
        }
        return 0
    }

    private static let zero = UInt8(ascii: "0")

    fileprivate static func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }

    /// `~` precedes the end of a part, the end precedes letters, and letters precede all other bytes.
    private static func weight(_ byte: UInt8?) -> Int {
        switch byte {
        case nil: 0
        case UInt8(ascii: "~")?: -1
        case (UInt8(ascii: "A")...UInt8(ascii: "Z"))?, (UInt8(ascii: "a")...UInt8(ascii: "z"))?: Int(byte ?? 0)
        case let other?: Int(other) + 256
        }
    }
}

extension Substring.UTF8View {
    /// Removes and returns the first byte; nil at the end and before a byte for which `isEnd` returns true.
    fileprivate mutating func popFirst(unless isEnd: (UInt8) -> Bool) -> UInt8? {
        guard let first, !isEnd(first) else { return nil }
        self = dropFirst()
        return first
    }

    /// Removes the leading digits and returns them without leading zeros.
    fileprivate mutating func popNumber() -> Substring.UTF8View {
        let digits = prefix(while: DebianVersion.isDigit)
        self = dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
