import Testing

@testable import xbuild

struct UsageMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var message: String
        var error: String
        var hint: String?
        var testDescription: String { message }
    }

    @Test(arguments: [
        Row(
            message: "Unknown option '--jbos'. Did you mean '--jobs'?", error: "unknown option `--jbos`",
            hint: "did you mean `--jobs`?"),
        Row(
            message: "The value 'a b' is invalid for '-x <x>'. Please provide one of 'a', 'b' or 'c'.",
            error: "the value `a b` is invalid for `-x <x>`", hint: "one of `a`, `b` or `c`"),
        Row(
            message: "Unknown option '-jx'\n   or: Missing value for '-j <n>' in '-jx'",
            error: "unknown option `-jx` or: Missing value for `-j <n>` in `-jx`",
            hint: "see `xbuild recipe --help`"),
        Row(
            message: "2 unexpected arguments: 'it's', 'so'", error: "2 unexpected arguments: `it's`, `so`",
            hint: "see `xbuild recipe --help`"),
        Row(
            message: "`--jobs` takes a number from 1 to 4096", error: "`--jobs` takes a number from 1 to 4096",
            hint: "see `xbuild recipe --help`"),
    ])
    func `messages of the argument parser are rewritten in xbuild's style`(row: Row) {
        let usage = "Error: …\nUsage: xbuild recipe\n  See 'xbuild recipe --help' for more information."
        let words = UsageMessage(message: row.message, usage: usage)
        #expect(words.error == row.error)
        #expect(words.hint == row.hint)
    }
}
