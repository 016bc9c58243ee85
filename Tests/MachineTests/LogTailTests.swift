import SystemPackage
import TestSupport
import Testing

@testable import Machine

struct LogTailTests {
    let folder: TemporaryFolder
    let log: FileDescriptor

    init() throws {
        folder = try TemporaryFolder()
        log = try FileDescriptor.open(
            FilePath(folder.path("log")), .readWrite, options: [.create, .append], permissions: .ownerReadWrite)
    }

    private func write(_ text: String) throws { try log.writeAll(text.utf8) }

    @Test(
        arguments: [
            (name: "nothing", pieces: [""], lines: [], rest: []),
            (name: "whole lines", pieces: ["a\nb\n"], lines: ["a", "b"], rest: []),
            (name: "a line in pieces", pieces: ["a", "b", "c\nd"], lines: ["abc"], rest: ["d"]),
            (name: "empty lines", pieces: ["\n\na\n"], lines: ["", "", "a"], rest: []),
            (name: "a character of several bytes", pieces: ["\u{1F600}\n"], lines: ["\u{1F600}"], rest: []),
        ] as [(name: String, pieces: [String], lines: [String], rest: [String])])
    func `only complete lines are reported before the end`(
        _ row: (name: String, pieces: [String], lines: [String], rest: [String])
    ) throws {
        defer { try? log.close() }
        var tail = LogTail(log)
        var lines: [String] = []
        for piece in row.pieces {
            try write(piece)
            lines += tail.newLines()
        }
        #expect(lines == row.lines)
        #expect(tail.rest() == row.rest)
        #expect(tail.newLines().isEmpty && tail.rest().isEmpty)
    }

    @Test func `a log without line ends is reported in pieces of the maximum length`() throws {
        defer { try? log.close() }
        var tail = LogTail(log)
        try write(String(repeating: "x", count: 3 * LogTail.longestLine + 1))
        let lines = tail.newLines()
        #expect(lines.map(\.utf8.count) == [LogTail.longestLine, LogTail.longestLine, LogTail.longestLine])
        #expect(tail.rest() == ["x"])
    }

    @Test func `bytes that are not text are shown as replacement characters`() throws {
        defer { try? log.close() }
        try log.writeAll([0x61, 0xFF, 0x0A])
        var tail = LogTail(log)
        #expect(tail.newLines() == ["a\u{FFFD}"])
    }
}

extension LogTail {
    /// Returns all lines that were completed since the last call.
    fileprivate mutating func newLines() -> [String] {
        var lines: [String] = []
        while let more = nextLines() { lines += more }
        return lines
    }
}
