import Basics
import Foundation
import TestSupport
import Testing

@testable import Planning

/// Words and comments of scripts, as shells read them.
@Suite(.tags(.process)) struct ShellScriptTests {
    /// Words with a meaning to a shell when they are not quoted.
    static let nasty: [String] = [
        "", " ", "two words", "  spaces  ", "it's", "''", "'", "\"", "\"quoted\"", "$HOME", "${HOME}", "$(touch x)",
        "`touch x`", "$((1+1))", "a\nb", "\n", "\n\n", "tab\there", "*", "?", "[a-z]", "a;touch x", "a&touch x",
        "a|cat",
        ">x", "<x", "(a)", "{a,b}", "~", "~root", "#comment", "!", "!!", "-", "--", "-n", "\\", "\\\\", "\\n", "a\\\nb",
        "\\'", "NAME=", "=value", "NAME=a b", "NAME=$(touch x)", "N M=a b", "a=b=c d", "P=~:~", "é", "日本語",
        "'\u{301}", "\"\u{301}", "`\u{301}touch x`", "$\u{301}HOME", "=\u{301} x", "\r\n", "\u{1}", "\u{7f}", "%s%n",
        "a'b\"c`d$e\\f",
    ]

    static let shells = ["/bin/sh", "/bin/dash", "/bin/bash"].filter(FileManager.default.isExecutableFile(atPath:))

    @Test(arguments: shells) func `every word reaches the command unchanged in each shell`(_ shell: String) throws {
        var script = ShellScript(summary: ["prints words"])
        script.run([#"printf"#, #"%s\0"#] + Self.nasty.map(Argument.init(stringLiteral:)))
        try Self.expect(script, prints: Self.nasty, in: shell)
    }

    @Test(arguments: shells) func `every variable reaches the command unchanged in each shell`(_ shell: String) throws {
        var script = ShellScript(summary: ["prints variables"])
        for (index, word) in Self.nasty.enumerated() { script.export("V\(index)", Argument(stringLiteral: word)) }
        let print = #"for name; do eval "printf '%s\\0' \"\$$name\""; done"#
        script.run(["sh", "-c", Argument(stringLiteral: print), "sh"] + Self.nasty.indices.map { "V\($0)" })
        try Self.expect(script, prints: Self.nasty, in: shell)
    }

    @Test(arguments: shells) func `in each shell, paths are below the script's working folder`(_ shell: String) throws {
        let path: RelativePath = "a b/$(touch x)/`'\"\\é"
        let words: [Argument] = Self.nasty.map { Argument([.text($0), .path(path), .text(":" + $0), .path("c")]) }
        var script = ShellScript(summary: ["prints paths"])
        script.run([#"printf"#, #"%s\0"#] + words)
        try Temporary.folder(named: "it's \"a\" $HOME") { folder in
            let root = try Temporary.realPath(folder)
            try Self.expect(script, prints: words.map { $0.resolved(root: root) }, in: shell, folder)
        }
    }

    @Test(arguments: shells) func `a comment with any contents runs no commands in each shell`(_ shell: String) throws {
        let words = Self.nasty.map { "\($0)\ntouch x\r\ntouch x\rtouch x\n" }
        var script = ShellScript(summary: words)
        words.forEach { script.comment($0) }
        try Self.expect(script, prints: [], in: shell)
    }

    @Test func `words are quoted only where needed`() {
        let rows: [(Argument, String)] = [
            ("--disable-shared", "--disable-shared"),
            ("a b", "'a b'"),
            ("it's", #"'it'\''s'"#),
            ("", "''"),
            ("CC=clang -g", "CC='clang -g'"),
            ("EMPTY=", "EMPTY="),
            (Argument("", "tools/lipo"), #""$ROOT/tools/lipo""#),
            (Argument("DESTDIR=", "stage"), #"DESTDIR="$ROOT/stage""#),
            (Argument([.text("CC=cc -isysroot "), .path("sdk")]), #"CC="cc -isysroot $ROOT/sdk""#),
            (Argument([.text("$X"), .path("a")]), #""\$X$ROOT/a""#),
        ]
        for (word, text) in rows { #expect(ShellScript.quoted(word) == text) }
    }

    @Test func `arguments are joined into one`() {
        #expect(Argument.joined([]) == Argument([]))
        #expect(Argument.joined(["a"]).resolved(root: "/r") == "a")
        #expect(Argument.joined(["a", Argument("-I", "b"), "c"]).resolved(root: "/r") == "a -I/r/b c")
        #expect(Argument.joined(["a", Argument("", "b")], separator: ":").resolved(root: "/r") == "a:/r/b")
    }

    /// Runs the script in an empty folder, which it must leave empty.
    private static func expect(_ script: ShellScript, prints words: [String], in shell: String) throws {
        try Temporary.folder { try expect(script, prints: words, in: shell, $0) }
    }

    private static func expect(
        _ script: ShellScript, prints words: [String], in shell: String, _ folder: URL
    ) throws {
        let output = try Shell.run(script.text, shell: shell, in: folder)
        // Compares bytes, because Swift treats canonically equivalent strings as equal.
        #expect(output.map { Array($0.utf8) } == words.map { Array($0.utf8) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
