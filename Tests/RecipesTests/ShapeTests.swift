import Basics
import Documents
import Testing

/// Decodes typed values from nodes, reports all faults at once, and derives the schema.
@Suite struct ShapeTests {
    enum Colour: String, CaseIterable, Sendable { case red, green }

    struct Tool: Equatable, Sendable {
        var name: String
        var count: Int
        var colour: Colour?
        var words: [String]
        var isOn: Bool
        var table: [String]
    }

    static let shape = Shape<Tool>.mapping(
        "a tool",
        .required("name", .text("a name"), "its name"),
        .optional("count", .integer("a number", in: 1...9), default: 3, "how many"),
        .optional("colour", .oneOf("a colour", aliases: ["crimson": "red"]), "its colour"),
        .optional("words", Shape<String>.text("a word").oneOrMany, default: [], "words"),
        .optional("on", .bool, default: false, "whether it is on"),
        .optional("table", table, default: [], "a table")
    ) { name, count, colour, words, isOn, table in
        Tool(name: name, count: count, colour: colour, words: words, isOn: isOn, table: table)
    }

    static let table = Shape<[TableEntry<String, Int>]>.table(
        "a table of numbers", keys: .words("a fruit", ["apple": "apple", "pear": "pear"], order: ["apple", "pear"]),
        values: .integer("a number", in: 0...9)
    ).map { $0.map { "\($0.name.value)=\($0.value)" } }

    private func read(_ text: String) throws(Faults) -> Tool {
        try Document(Array(text.utf8), file: "tool.yaml").decode(Self.shape).value
    }

    private func faults(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return error.diagnostics.map { "\($0.mark.map(\.description) ?? "-") \($0.message)" }
        }
    }

    @Test func `values and defaults are read`() throws {
        #expect(
            try read("name: saw") == Tool(name: "saw", count: 3, colour: nil, words: [], isOn: false, table: []))
        #expect(
            try read("{name: 1.10, count: 9, colour: green, words: [a, 2], 'on': true, table: {pear: 1, apple: 2}}")
                == Tool(
                    name: "1.10", count: 9, colour: .green, words: ["a", "2"], isOn: true,
                    table: ["pear=1", "apple=2"]))
        #expect(try read("name: saw\nwords: one").words == ["one"])
    }

    @Test(
        arguments: [
            ("[a]", ["1:1 expected a tool, found a list"]),
            ("{}", ["1:1 missing key `name`"]),
            ("nmae: saw", ["1:1 unknown key `nmae`"]),
            (
                "name: [saw]\ncount: 10\ncolour: redd\non: 'true'\nwords: {a: b}",
                [
                    "1:7 expected a name, found a list", "2:8 expected a number from 1 to 9, found `10`",
                    "3:9 `redd` is not a colour", "4:5 expected `true` or `false`, found `true`",
                    "5:8 expected a word or a list, found a mapping",
                ]
            ),
            (
                "name: saw\ntable: {aple: 1, pear: x}",
                [
                    "2:9 `aple` is not a fruit", "2:24 expected a number from 0 to 9, found `x`",
                ]
            ),
            ("name: saw\nname: axe", ["2:1 duplicate key `name`"]),
            (
                "name: saw\ncount: 99999999999999999999",
                ["2:8 expected a number from 1 to 9, found `99999999999999999999`"]
            ),
        ] as [(String, [String])])
    func `all errors of a document are reported`(text: String, messages: [String]) { #expect(faults(text) == messages) }

    @Test func `the error for an alias suggests the right word`() {
        let error = #expect(throws: Faults.self) { try read("name: saw\ncolour: Crimson") }
        #expect(error?.diagnostics.map(\.hint) == ["did you mean `red`?"])
    }

    @Test func `a list item may have a short or a long form`() throws {
        let long = Shape<String>.mapping("a table", .required("word", .text, "a word")) { $0 + "!" }
        let both = Shape<String>.either(.text("a word"), or: long).list
        let text = "- a\n- word: b\n"
        #expect(try Document(Array(text.utf8), file: "x").decode(both).value == ["a", "b!"])
        let bad = "- [a]\n-\n"
        let error = #expect(throws: Faults.self) { try Document(Array(bad.utf8), file: "x").decode(both) }
        #expect(
            error?.diagnostics.map(\.message) == [
                "expected a table, found a list", "expected a word or a table, found nothing",
            ])
    }

    @Test func `a located value has the place of its node`() throws {
        let shape = Shape<[Located<String>]>.mapping("x", .required("a", Shape<String>.text.located.list, "a")) { $0 }
        let value = try Document(Array("a:\n  - one\n  - \"two\"\n".utf8), file: "x").decode(shape).value
        #expect(value.map(\.mark) == [Mark(line: 2, column: 5, length: 3), Mark(line: 3, column: 5, length: 5)])
    }

    @Test func `decoding returns the value with its warnings`() throws {
        let shape = Shape<String>.text.checked { value, node, findings in
            findings.add(Diagnostic(.warning, "careful", at: node.mark))
            return value
        }
        let (value, warnings) = try Document(Array("x".utf8), file: "x").decode(shape)
        #expect(value == "x")
        #expect(warnings.map(\.message) == ["careful"])
    }

    @Test func `a shape's schema describes its keys, types and limits`() {
        #expect(Self.shape.schema.json(id: "tool", title: "a \"tool\"") == Self.schema)
    }

    private static let schema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "$id": "tool",
          "title": "a \"tool\"",
          "type": "object",
          "properties": {
            "name": {
              "description": "its name",
              "type": ["string", "number", "boolean"]
            },
            "count": {
              "description": "how many",
              "type": "integer",
              "minimum": 1,
              "maximum": 9
            },
            "colour": {
              "description": "its colour",
              "enum": ["red", "green"]
            },
            "words": {
              "description": "words",
              "anyOf": [
                {
                  "type": ["string", "number", "boolean"]
                },
                {
                  "type": "array",
                  "items": {
                    "type": ["string", "number", "boolean"]
                  }
                }
              ]
            },
            "on": {
              "description": "whether it is on",
              "type": "boolean"
            },
            "table": {
              "description": "a table",
              "type": "object",
              "propertyNames": {
                "enum": ["apple", "pear"]
              },
              "additionalProperties": {
                "type": "integer",
                "minimum": 0,
                "maximum": 9
              }
            }
          },
          "required": ["name"],
          "additionalProperties": false
        }

        """#
}
