/// A version as Mach-O packs it into 32 bits: 16 for the first number, 8 each for the second and third.
///
/// Source: Apple's `mach-o/loader.h`, "X.Y.Z is encoded in nibbles xxxx.yy.zz".
public struct PackedVersion: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Nil when a number does not fit into its bits.
    public init?(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        guard let major = UInt16(exactly: major), let minor = UInt8(exactly: minor), let patch = UInt8(exactly: patch)
        else { return nil }
        rawValue = UInt32(major) << 16 | UInt32(minor) << 8 | UInt32(patch)
    }

    /// Reads `9`, `9.0` or `9.0.1`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.first == 0x2B ? nil : Int(part) }
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    public var major: Int { Int(rawValue >> 16) }
    public var minor: Int { Int(rawValue >> 8 & 0xFF) }
    public var patch: Int { Int(rawValue & 0xFF) }

    public static func < (left: PackedVersion, right: PackedVersion) -> Bool { left.rawValue < right.rawValue }
}

extension PackedVersion: CustomStringConvertible {
    /// `9.0`, `10.15`, `12.0.1`.
    public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}
