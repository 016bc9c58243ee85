import Basics
import Foundation
import Targets
import TestSupport
import Testing

/// Compares lines of JSON with the output of Foundation's encoder, and decodes them with Foundation's decoder.
@Suite struct CanonicalJSONTests {
    private struct Everything: Codable, Hashable {
        var text = "a \"b\" \\ /c\n\t\u{1}\u{1F}\u{7F} é 漢 👩‍👩‍👧"
        var number = -12
        var large = UInt64.max
        var isTrue = true
        var absent: String?
        var present: String? = "x"
        var list = ["b", "", "a"]
        var nested = [[1, 2], [], [3]]
        var table = ["Z": true, "a": false, "": true]
        var empty: [String: String] = [:]
        var version = Version("1.10")
        var path: RelativePath = "lib/liba.a"
        var choice = Choice.second(path: "p", isOn: true)
        var target = Target.all[3]
    }

    private enum Choice: Codable, Hashable {
        case first
        case second(path: RelativePath, isOn: Bool)
    }

    @Test func `a value's line and the output of Foundation's encoder are equal JSON`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let other = try JSONSerialization.jsonObject(with: try encoder.encode(Everything())) as? NSDictionary
        let line = CanonicalJSON.line(of: Everything())
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary == other)
        #expect(!line.contains("\n"))
    }

    @Test func `a value's line decodes to an equal value`() throws {
        let value = Everything()
        let line = CanonicalJSON.line(of: value)
        #expect(try JSONDecoder().decode(Everything.self, from: Data(line.utf8)) == value)
    }

    @Test func `a member that two values encode occurs once`() {
        struct Pair: Encodable {
            func encode(to encoder: any Encoder) throws {
                try ["a": 1, "b": 2].encode(to: encoder)
                try ["b": 2, "c": 3].encode(to: encoder)
            }
        }
        #expect(CanonicalJSON.line(of: Pair()) == #"{"a":1,"b":2,"c":3}"#)
    }

    @Test func `members are ordered by name`() {
        #expect(CanonicalJSON.line(of: ["b": 1, "a": 2, "B": 3, "aa": 4]) == #"{"B":3,"a":2,"aa":4,"b":1}"#)
        #expect(CanonicalJSON.line(of: [[String]()]) == "[[]]")
        #expect(CanonicalJSON.line(of: "a/b") == #""a/b""#)
    }

    @Test func `numbers have their shortest text`() throws {
        #expect(try [0.1, 2, -0.5, 1e21, 1e-7].jsonText(indented: false) == "[0.1,2,-0.5,1e+21,1e-07]\n")
        #expect(throws: EncodingError.self) { try [Double.nan].jsonText() }
    }

    @Test func `a document has a line for each member, and short lists on one line`() throws {
        struct Document: Encodable {
            var names = ["a", "b"]
            var numbers = [[1, 2], []]
            var long = Array(repeating: "0123456789", count: 8)
            var none: [String] = []
            var empty: [String: Int] = [:]
        }
        let line = #"      "0123456789""#.dropFirst(2)
        #expect(
            try Document().jsonText() == """
                {
                  "empty": {},
                  "long": [
                \(Array(repeating: String(line), count: 8).joined(separator: ",\n"))
                  ],
                  "names": ["a", "b"],
                  "none": [],
                  "numbers": [
                    [1, 2],
                    []
                  ]
                }

                """)
    }

    @Test func `control characters are escaped`() {
        #expect(CanonicalJSON.line(of: "\n\r\t\u{1}\u{1F}\"\\") == #""\n\r\t\u0001\u001f\"\\""#)
    }
}
