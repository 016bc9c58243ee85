import Basics
import Foundation
import Testing

/// Escapes text that could control a terminal.
@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain `text`\n\ttab", "plain `text`\n\ttab"),
        ("\u{1B}[2J\u{1B}]0;title\u{7}", "\\u{1B}[2J\\u{1B}]0;title\\u{7}"),
        ("a\rb\u{8}\u{7F}\u{0}", "a\\u{D}b\\u{8}\\u{7F}\\u{0}"),
        ("\r\n", "\\u{D}\n"),
        ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"),
        ("a\u{202E}b\u{2066}c\u{200F}\u{FEFF}", "a\\u{202E}b\\u{2066}c\\u{200F}\\u{FEFF}"),
        ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
        ("é 漢 👩‍👩‍👧 می‌خواهم", "é 漢 👩‍👩‍👧 می‌خواهم"),
    ])
    func `characters that control a terminal are escaped`(_ text: String, _ escaped: String) {
        #expect(text.escapingControls == escaped)
    }

    @Test func `a line has no line ends and no tabs`() {
        #expect("a\n\tb\u{1B}".onOneLine == "a\\n\\tb\\u{1B}")
        #expect("a b".onOneLine == "a b")
    }

    @Test func `JSON has escapes for characters that control a terminal, and the same value`() throws {
        let text = "\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{E0001}é👩‍👩‍👧"
        let line = JSONValue.string(text).line
        #expect(line == #""\u001b[2J\u007f\u009b\u202e\udb40\udc01é👩‍👩‍👧""#)
        #expect(line.escapingControls == line)
        let read = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
        #expect(read as? String == text)
    }
}
