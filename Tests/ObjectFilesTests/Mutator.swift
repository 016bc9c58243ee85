import TestSupport

/// Damages files, in the same way for the same seed.
struct Mutator {
    private(set) var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Numbers that break arithmetic.
    private static let extremes: [UInt32] = [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF0, 0x0100_0000]

    /// Returns a copy with one to four changes.
    mutating func mutated(_ file: [UInt8]) -> [UInt8] {
        var bytes = file
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty { change(&bytes) }
        return bytes
    }

    mutating func either() -> Bool { Bool.random(using: &random) }

    private mutating func change(_ bytes: inout [UInt8]) {
        // Headers are at the beginning, where a change has most effect.
        let end = either() ? bytes.count : min(bytes.count, 256)
        let place = Int.random(in: 0..<end, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.insert(contentsOf: bytes[..<min(8, bytes.count)], at: place)
        default:
            let value = Self.extremes.randomElement(using: &random) ?? 0
            for index in 0..<min(4, bytes.count - place) { bytes[place + index] = UInt8(value >> (8 * index) & 0xFF) }
        }
    }
}
