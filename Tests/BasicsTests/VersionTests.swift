import Basics
import Foundation
import Testing

@Suite struct VersionTests {
    /// Each row is in strictly ascending order.
    static let rows: [[String]] = [
        ["0.2.0", "0.5.0", "0.10.0", "1.0"],
        ["1.0-alpha1", "1.0-beta1", "1.0-beta2", "1.0-beta10", "1.0-rc1", "1.0", "1.0.1", "1.0.1a"],
        ["1.1.1", "1.1.1a", "1.1.1w", "1.1.2", "3.0.0"],
        ["1.0~rc1", "1.0", "1.0.0"],
        ["9", "10", "20240722"],
        ["2.0-pre", "2.0-preview2", "2.0-rc", "2.0"],
        ["1.9", "1.10", "1.10.0"],
    ]

    @Test(arguments: rows) func `versions are ordered part by part`(row: [String]) throws {
        let versions = try row.map { try #require(Version($0)) }
        for (index, version) in versions.enumerated() {
            for (other, later) in versions.enumerated() {
                #expect((version < later) == (index < other), "\(version) and \(later)")
                #expect((version == later) == (index == other), "\(version) and \(later)")
            }
        }
        #expect(versions.shuffled().sorted() == versions)
    }

    @Test func `versions that differ only in spelling have a strict order`() throws {
        let versions = try ["1.0", "1-0", "1_0", "1.00", "01.0"].map { try #require(Version($0)) }
        for left in versions {
            for right in versions where left != right { #expect((left < right) != (right < left), "\(left) \(right)") }
        }
    }

    @Test(arguments: [
        ("3.0", "3.0.20", true), ("1.1.1", "1.1.1w", true), ("3", "3.0.20", true), ("3.0", "3.0-rc1", true),
        ("3.0", "3.05", false), ("3.0", "3.0", false), ("3.0.2", "3.0.20", false), ("3.0.20", "3.0", false),
    ])
    func `a version begins a longer version only if its last number does not continue there`(
        start: String, whole: String, holds: Bool
    ) throws {
        #expect(try #require(Version(start)).begins(#require(Version(whole))) == holds)
    }

    @Test(arguments: ["1", "0.5.0", "1.1.1w", "3.0.0-beta1", "2024b", "1.2.3+git", "1.0~rc1", "1_2"])
    func `a valid version is accepted`(text: String) { #expect(Version(text)?.description == text) }

    @Test(arguments: ["", "v1", ".1", "-1", "1.0 ", "1/2", "1,0", "1é", "١", "1:2", "latest"])
    func `an invalid version is refused`(text: String) { #expect(Version(text) == nil) }

    @Test func `a number that does not fit into Int is larger than numbers that fit`() throws {
        let huge = try #require(Version("1.99999999999999999999"))
        let large = try #require(Version("1.9999"))
        #expect(large < huge)
    }

    @Test func `a decoded version equals the encoded one`() throws {
        let version = try #require(Version("1.0~rc1"))
        let data = try JSONEncoder().encode([version])
        #expect(String(decoding: data, as: UTF8.self) == "[\"1.0~rc1\"]")
        #expect(try JSONDecoder().decode([Version].self, from: data) == [version])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Version].self, from: Data("[\"v1\"]".utf8)) }
    }
}
