import Documents
import Testing

/// Reads YAML files as trees with places. Also tests the faults that are reported before any value is read.
@Suite struct DocumentTests {
    private func document(_ text: String) throws(Faults) -> Document { try Document(Array(text.utf8), file: "x.yaml") }

    private func faults(_ bytes: [UInt8]) -> [String] {
        do {
            _ = try Document(bytes, file: "x.yaml")
            return []
        } catch {
            return error.diagnostics.map { ($0.mark.map { "\($0) " } ?? "") + $0.message }
        }
    }

    private func faults(_ text: String) -> [String] { faults(Array(text.utf8)) }

    /// Returns the marks of all keys and values in a tree, as `line:column+length`.
    private func marks(_ node: DocumentNode) -> [String] {
        let mark = "\(node.mark)+\(node.mark.length)"
        switch node.content {
        case .scalar: return [mark]
        case .list(let nodes): return [mark] + nodes.flatMap(marks)
        case .mapping(let entries):
            return [mark] + entries.flatMap { ["\($0.key.mark)+\($0.key.mark.length)"] + marks($0.value) }
        }
    }

    @Test func `every key and value has its place in the text`() throws {
        let document = try document(
            """
            # a comment
            name: zlib   # another
            'it''s':  "a \\" b"
            list:
              - one two
              - |
                block
            é日: [x, { y: z }]
            """)
        #expect(
            marks(document.root) == [
                "2:1+1", "2:1+4", "2:7+4", "3:1+7", "3:11+8", "4:1+4", "5:3+1", "5:5+7", "6:5+1", "8:1+2", "8:5+1",
                "8:6+1", "8:9+1", "8:11+1", "8:14+1",
            ])
    }

    @Test func `lines are counted correctly with any line ending`() throws {
        let document = try document("\u{FEFF}a: 1\r\nb: 2\rc: 3\nd: 4\n")
        #expect(marks(document.root).filter { $0.hasSuffix(":1+1") } == ["1:1+1", "1:1+1", "2:1+1", "3:1+1", "4:1+1"])
    }

    @Test func `quotes distinguish text from null`() throws {
        let document = try document("- \"\"\n- ~\n- null\n- 'null'\n-\n- word\n")
        guard case .list(let nodes) = document.root.content else {
            Issue.record("no list")
            return
        }
        #expect(nodes.map(\.isNothing) == [false, true, true, false, true, false])
    }

    @Test func `all duplicate keys are found and the rest is read`() throws {
        let document = try document("a: 1\nb: {x: 1, \"x\": 2, x: 3}\na: 2\n'a': 3\n\"\\x61\": 4\n")
        let found = document.findings.map { fault in
            "\(fault.mark.map(\.description) ?? "") \(fault.message) of \(fault.notes.map(\.mark.description))"
        }
        #expect(
            found == [
                "2:11 duplicate key `x` of [\"2:5\"]", "2:19 duplicate key `x` of [\"2:5\"]",
                "3:1 duplicate key `a` of [\"1:1\"]", "4:1 duplicate key `a` of [\"1:1\"]",
                "5:1 duplicate key `a` of [\"1:1\"]",
            ])
        guard case .mapping(let entries) = document.root.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.key.value) == ["a", "b", "a", "a", "a"])
    }

    @Test func `hundreds of duplicate keys are one fault`() {
        let text = (0..<200).map { "a: \($0)\n" }.joined()
        #expect(faults(text) == ["too many duplicate keys"])
    }

    /// One row for each construct that is not a plain tree.
    @Test(
        arguments: [
            ("", ["the file is empty"]),
            ("# words\n", ["the file is empty"]),
            ("a: &x 1\nb: *x\n", ["1:4 anchors and aliases are not allowed"]),
            (
                "a: &x 1\nb: &y 2\n",
                ["1:4 anchors and aliases are not allowed", "2:4 anchors and aliases are not allowed"]
            ),
            ("a: *x\n", ["1:4 anchors and aliases are not allowed"]),
            ("base: &b {x: 1}\nc:\n  <<: *b\n", ["1:7 anchors and aliases are not allowed"]),
            ("a: !!int 1\n", ["1:4 tags are not allowed"]),
            ("a: !own {b: c}\n", ["1:4 tags are not allowed"]),
            ("a: !!str b\n", ["1:4 tags are not allowed"]),
            ("a: ! b\n", ["1:4 tags are not allowed"]),
            ("? [a]\n: b\n", ["1:3 expected a word as the key, found a list"]),
            ("a: b\n---\nc: d\n", ["2:1 a second document starts here"]),
            ("a:\n\tb: c\n", ["2:1 a tab cannot be used for indentation"]),
            ("a: b: c\n", ["1:5 not YAML: mapping values are not allowed in this context"]),
            ("a: [b\n", ["1:4 not YAML: did not find expected ',' or ']' while parsing a flow sequence"]),
            ("a: \"\\q\"\n", ["1:5 not YAML: found unknown escape character"]),
            ("a: @b\n", ["1:4 not YAML: found character that cannot start any token"]),
            ("a: \u{1B}[31m\n", ["1:4 the control character U+001B is not allowed"]),
            ("a: b\u{0}c\n", ["1:5 the control character U+0000 is not allowed"]),
        ] as [(String, [String])])
    func `YAML beyond plain trees is refused`(text: String, messages: [String]) { #expect(faults(text) == messages) }

    @Test func `an asterisk or ampersand in text is no alias or anchor`() throws {
        let quoted = try document("a: \"*.h\"\nb: include/*.h\nc: x && y\nd: |\n  *not an alias\n  &nor an anchor\n")
        #expect(quoted.findings.isEmpty)
    }

    @Test func `bytes that are not UTF-8 are refused with their place`() {
        #expect(faults(Array("a: b\nc: ".utf8) + [0xC3, 0x28]) == ["2:4 the file is not UTF-8"])
        #expect(faults([0xFF, 0xFE, 0x61, 0x00]) == ["1:1 the file is not UTF-8"])
    }

    @Test func `a file above the maximum size is refused before it is parsed`() {
        let bytes = [UInt8](repeating: 0x61, count: 10_000_000)
        #expect(faults(bytes) == ["the file is too large: 10000000 bytes, more than 262144"])
    }

    @Test func `aliases are not expanded`() {
        var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
        for (one, other) in zip("bcdefghijklmnop", "abcdefghijklmno") {
            text += "\(one): &\(one) [\(Array(repeating: "*\(other)", count: 9).joined(separator: ", "))]\n"
        }
        let places = (1...16).map { "\($0):4 anchors and aliases are not allowed" }
        #expect(faults(text + "? *p\n: x\n") == places)
    }

    /// Files of the maximum size, in forms that take minutes if any step is quadratic.
    @Test(arguments: ["k: v\n", "[a, b],", "'x y', ", "x "])
    func `a file of the maximum size is read or refused quickly`(piece: String) {
        let count = (Document.limit - 2) / piece.utf8.count
        let body = String(repeating: piece, count: count)
        let isFlow = piece.contains(",")
        do {
            let document = try document(isFlow ? "[\(body)]" : body)
            #expect(document.source.lines.count >= 1)
        } catch {
            #expect(error.diagnostics.count == 1)
        }
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "]) func `deep nesting is refused`(opening: String) {
        #expect(faults(String(repeating: opening, count: 100_000)).count == 1)
    }

    @Test func `nesting of 200 levels is read`() throws {
        let depth = 200
        _ = try document(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
}
