import Foundation
import ModuleMaps
import TestSupport
import Testing

@testable import Checking

/// Damaged files of packages: readers neither crash nor hang, and findings contain no control characters.
@Suite(.timeLimit(.minutes(10)), .tags(.process)) struct FuzzTextTests {
    @Test(arguments: [FuzzText.xmlPlist, .binaryPlist])
    func `the property list samples have the values that Python reads`(text: FuzzText) throws {
        let folder = try TemporaryFolder()
        try Data(text.sample).write(to: URL(filePath: "\(folder.path)/sample"))
        let script = """
            import json, plistlib
            value = plistlib.load(open("sample", "rb"))
            json.dump(value, open("json", "w"), default=lambda other: None)
            """
        try folder.need("python3", ["-c", script])
        #expect(try PlainValue.plist(text.sample) == PlainValue.json(try folder.bytes("json")))
    }

    @Test func `the samples of the other formats are valid`() {
        let parameters = PkgConfigExpansion(String(decoding: FuzzText.pkgConfig.sample, as: UTF8.self), at: "lib/z.pc")
        #expect(parameters.variables.keys.sorted() == ["libdir", "prefix"] && parameters.fields.count == 5)
        let map = try? ModuleMapText(parsing: String(decoding: FuzzText.moduleMap.sample, as: UTF8.self))
        #expect(map?.modules.map(\.name) == ["Z", "A.B"])
    }

    /// Bytes with a special meaning in one of the formats.
    private static let values = Array("\0\"#\\(${<>&/*\n-".utf8) + [0x0F, 0x7F, 0xAF, 0xDF, 0xFF]

    @Test(arguments: FuzzText.allCases)
    func `a truncated or changed file is read or refused`(text: FuzzText) {
        let sample = text.sample
        var broken: [String] = []
        for index in stride(from: 0, to: sample.count, by: 2) {
            var changed = sample
            changed[index] = Self.values[index / 2 % Self.values.count]
            for bytes in [Array(sample[..<index]), changed, Array(sample[..<index]) + sample] {
                text.read(bytes)
                if let found = text.brokenProperty(of: bytes) { broken.append("byte \(index): \(found)") }
            }
        }
        #expect(broken.isEmpty)
    }

    @Test(arguments: [(9, true), (12, false)])
    func `a binary property list may reference its parts as often as its size allows`(levels: Int, isRead: Bool) {
        let bytes = BinaryPlists.file((1...levels).map { [0xA2, UInt8($0), UInt8($0)] } + [[0xA0]])
        #expect(((try? PlainValue.plist(bytes)) != nil) == isRead)
    }

    @Test func `16-byte numbers are read when they fit into eight bytes`() throws {
        let ones = [UInt8](repeating: 0xFF, count: 8)
        let zeros = [UInt8](repeating: 0, count: 8)
        #expect(try PlainValue.plist(BinaryPlists.file([[0x14] + zeros + ones])) == .number(18_446_744_073_709_551_616))
        #expect(try PlainValue.plist(BinaryPlists.file([[0x14] + ones + ones])) == .number(-1))
        for high in [ones, [1] + zeros.dropLast()] {
            #expect(throws: PlainValue.Unreadable.self) {
                try PlainValue.plist(BinaryPlists.file([[0x14] + high + zeros]))
            }
        }
    }
}
