import Basics
import Foundation
import Testing

@Suite struct DigestTests {
    static let zeros = String(repeating: "0", count: 64)
    static let ones = String(repeating: "1", count: 64)

    @Test func `a digest is written as hash and size`() throws {
        let digest = try #require(Digest("\(Self.ones)/1234"))
        #expect(digest.hash.hex == Self.ones)
        #expect(digest.size == 1234)
        #expect(digest.description == "\(Self.ones)/1234")
    }

    @Test(arguments: [
        "", "/", "\(zeros)", "\(zeros)/", "\(zeros)/-1", "\(zeros)/1/2", "\(zeros)/x", "00/1", "/\(zeros)/1",
        "\(zeros)/1125899906842625", "\(zeros)/9223372036854775807", "\(zeros)/9223372036854775808",
    ])
    func `a malformed digest is refused`(text: String) { #expect(Digest(text) == nil) }

    @Test(arguments: [
        (ones, 1234, true), (String(ones.dropLast()) + "A", 1234, false), (String(ones.dropLast()), 1234, false),
        (ones, -1, false), (ones, 1_125_899_906_842_625, false),
    ])
    func `a digest in a message must have lower-case digits and a valid size`(hex: String, size: Int64, isRead: Bool) {
        let digest = Array(hex.utf8).withUnsafeBytes { Digest(hexDigits: $0, size: size) }
        #expect((digest != nil) == isRead)
    }

    @Test func `a sum of sizes that overflows is the largest number`() throws {
        let largest = try #require(Digest("\(Self.ones)/1125899906842624"))
        #expect([largest, largest].total == 2_251_799_813_685_248)
        // The sum fits for at most 8191 digests.
        #expect(Array(repeating: largest, count: 8191).total == 9_222_246_136_947_933_184)
        #expect(Array(repeating: largest, count: 8192).total == .max)
        #expect([Digest]().total == 0)
    }

    @Test func `digests are ordered by hash, then by size`() throws {
        let texts = ["\(Self.zeros)/2", "\(Self.zeros)/10", "\(Self.ones)/1"]
        let digests = try texts.map { try #require(Digest($0)) }
        #expect(digests.reversed().sorted() == digests)
    }

    @Test func `a decoded digest equals the encoded one`() throws {
        let digest = try #require(Digest("\(Self.ones)/7"))
        let data = try JSONEncoder().encode([digest])
        #expect(try JSONDecoder().decode([Digest].self, from: data) == [digest])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Digest].self, from: Data("[\"x/1\"]".utf8)) }
    }
}
