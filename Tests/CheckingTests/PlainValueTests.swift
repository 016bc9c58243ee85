import Foundation
import TestSupport
import Testing

@testable import Checking

@Suite(.tags(.process)) struct PlainValueTests {
    /// A script that writes values of all kinds as property lists, and the same values as JSON.
    private static let script = #"""
        import datetime, json, plistlib, sys
        value = {
            "texts": ["", "a<b>&\"'c", "über \u2192 \U0001F600", "x" * 300], "flags": [True, False],
            "numbers": [0, 1, 255, 256, 65536, 2**40, -1, -2**40, 2**63, 2**64 - 1, 1.5, -0.25, 1e300], "empty": {}, "none": [],
            "same": [["a"], ["a"], "a"], "wide": {"k%d" % n: n for n in range(400)},
            "date": datetime.datetime(2020, 1, 1), "data": b"bytes" * 20,
            "nested": {"a": {"b": {"c": [[["d"]]]}}},
        }
        open("a.xml", "wb").write(plistlib.dumps(value, fmt=plistlib.FMT_XML))
        open("a.bin", "wb").write(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
        open("a.16", "wb").write(plistlib.dumps(value, fmt=plistlib.FMT_XML).decode().encode("utf-16"))
        open("a.bom", "wb").write(b"\xef\xbb\xbf" + plistlib.dumps(value, fmt=plistlib.FMT_XML))
        value["date"] = value["data"] = None
        json.dump(value, open("a.json", "w"))
        """#

    @Test func `property lists written by Python are read in every form`() throws {
        let folder = try TemporaryFolder()
        try folder.need("python3", ["-c", Self.script])
        let expected = try PlainValue.json(try folder.bytes("a.json"))
        #expect(expected.map?.count == 10)
        for name in ["a.xml", "a.bin", "a.16", "a.bom"] {
            #expect(try PlainValue.plist(try folder.bytes(name)) == expected, "\(name)")
        }
    }

    /// XML forms that Python does not write; Foundation reads them too.
    private static let texts = [
        "<plist><dict/></plist>", "<array><true/><false></false></array>", "<plist><array >\n</array ></plist>",
        "<?xml version='1.0'?><!-- > --><!DOCTYPE plist PUBLIC 'a' \"b\"><plist version=\"1.0\" ><string/></plist>",
        "<plist><string>a<![CDATA[<b>&]]>&#65;&#x42;&gt;</string></plist>",
        "<plist><dict><key>a</key><!-- </dict> --><integer>-7</integer></dict></plist>",
    ]

    @Test(arguments: texts)
    func `XML is read as Foundation reads it`(text: String) throws {
        let expected = try PropertyListDecoder().decode(PlainValue.self, from: Data(text.utf8))
        #expect(try PlainValue.plist(Array(text.utf8)) == expected)
    }

    private static let malformed = [
        "", "none", "<plist>", "<plist></plist>", "<plist/>", "<plist><string>a</plist>", "<plist><a/></plist>",
        "<plist><dict><string>a</string></dict></plist>", "<plist><dict><key>a</key></dict></plist>",
        "<plist><string>&nbsp;</string></plist>", "<plist><string>&", "<plist><string>&#xD800;</string></plist>",
        "<plist><integer>a</integer></plist>", "<plist><array></dict></plist>", "<", "</", "<!--", "<![CDATA[",
        "<plist><true/>", "<plist a='>", "{ a = b; }",
    ]

    @Test(arguments: malformed)
    func `malformed property lists are refused`(text: String) {
        #expect(throws: PlainValue.Unreadable.self) { try PlainValue.plist(Array(text.utf8)) }
    }

    @Test(arguments: BinaryPlists.corrupt.map(\.name))
    func `inconsistent binary property lists are refused`(name: String) throws {
        let row = try #require(BinaryPlists.corrupt.first { $0.name == name })
        #expect(throws: PlainValue.Unreadable.self) { try PlainValue.plist(row.bytes) }
    }

    @Test func `a binary property list with any byte changed is read or refused without a crash`() throws {
        let folder = try TemporaryFolder()
        try folder.need("python3", ["-c", Self.script])
        let bytes = Array(try folder.bytes("a.bin"))
        for index in stride(from: 0, to: bytes.count, by: 37) + Array(bytes.count - 40..<bytes.count) {
            for value in [0x00, 0x0F, 0x7F, 0xAF, 0xDF, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                _ = try? PlainValue.plist(changed)
            }
        }
    }

    @Test func `nesting is limited to 64 levels in every form`() {
        func xml(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)).utf8)
        }
        func json(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[\"[\",", count: depth) + "1" + String(repeating: "]", count: depth)).utf8)
        }
        func binary(_ depth: Int) -> [UInt8] {
            BinaryPlists.file((1..<depth).map { [0xA1, UInt8($0)] } + [[0xA0]])
        }
        #expect(throws: Never.self) { try PlainValue.plist(xml(64)) }
        #expect(throws: Never.self) { try PlainValue.plist(binary(64)) }
        #expect(throws: Never.self) { try PlainValue.json(json(64)) }
        #expect(throws: PlainValue.Unreadable.self) { try PlainValue.plist(xml(65)) }
        #expect(throws: PlainValue.Unreadable.self) { try PlainValue.plist(binary(65)) }
        #expect(throws: PlainValue.Unreadable.self) { try PlainValue.json(json(65)) }
    }
}
