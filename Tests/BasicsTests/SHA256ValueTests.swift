import Basics
import Foundation
import Testing

@Suite struct SHA256ValueTests {
    /// SHA-256 of the empty string, FIPS 180-4.
    static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    @Test func `a SHA-256 value reads and writes hex`() throws {
        let value = try #require(SHA256Value(hex: Self.empty))
        #expect(value.hex == Self.empty)
        #expect(value.description == Self.empty)
        #expect(SHA256Value(hex: Self.empty.uppercased()) == value)
    }

    @Test func `a value made from bytes has the hex digits of these bytes`() throws {
        let bytes = (0..<32).map { UInt8($0 * 7) }
        let value = try #require(SHA256Value(bytes: bytes))
        #expect(value.bytes == bytes)
        #expect(value.hex == bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        #expect(SHA256Value(hex: value.hex) == value)
    }

    @Test(arguments: [
        "", "e3b0", empty + "0", String(empty.dropLast()), String(empty.dropLast()) + "g",
        " " + empty.dropLast(), "+" + empty.dropLast(), String(repeating: "é", count: 32),
        String(repeating: "١", count: 32),
    ])
    func `invalid hex is refused`(hex: String) { #expect(SHA256Value(hex: hex) == nil) }

    @Test(arguments: [0, 31, 33, 64]) func `a number of bytes other than 32 is refused`(count: Int) {
        #expect(SHA256Value(bytes: [UInt8](repeating: 0, count: count)) == nil)
    }

    @Test func `values are ordered as their hex digits`() throws {
        let texts = (0..<40).map { seed in
            (0..<32).map { String(UInt8(truncatingIfNeeded: seed &* 37 &+ $0 &* seed &* 11), radix: 16) }
                .map { $0.count == 1 ? "0" + $0 : $0 }.joined()
        }
        let values = try texts.map { try #require(SHA256Value(hex: $0)) }
        #expect(values.sorted().map(\.hex) == texts.sorted())
    }

    @Test func `a decoded SHA-256 value equals the encoded one`() throws {
        let value = try #require(SHA256Value(hex: Self.empty))
        let data = try JSONEncoder().encode([value])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(Self.empty)\"]")
        #expect(try JSONDecoder().decode([SHA256Value].self, from: data) == [value])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SHA256Value].self, from: Data("[\"12\"]".utf8))
        }
    }
}
