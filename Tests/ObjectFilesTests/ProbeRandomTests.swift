import Foundation
import ObjectFiles
import TestSupport
import Testing

/// Compares the probe linker with lld on random links: both must succeed or both fail, name the same symbols, and print
/// messages or none.
///
/// `XBUILD_PROBE_LINES` sets the number of links instead of 500, `XBUILD_PROBE_FIRST` the number of the first link.
@Suite(.afterSetUp, .tags(.process)) struct ProbeRandomTests {
    private struct Answer: Equatable {
        var isGood: Bool
        var isSilent: Bool
        /// The undefined, duplicate and missing names, from the messages that both linkers use.
        var named: Set<String>

        init(status: Int32, errors: String) {
            isGood = status == 0
            isSilent = errors.isEmpty
            let subjects = ["undefined symbol: ", "duplicate symbol: ", "library not found", "framework not found"]
            named = Set(
                errors.split(separator: "\n").compactMap { line in
                    subjects.lazy.compactMap { line.range(of: $0) }.first.map { String(line[$0.lowerBound...]) }
                })
        }
    }

    @Test func `random command lines for two processors get lld's result`() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["XBUILD_PROBE_LINES"].flatMap(Int.init) ?? 500
        let first = environment["XBUILD_PROBE_FIRST"].flatMap(Int.init) ?? 0
        let world = try ProbeWorld()
        let lines = (first..<(first + count)).map { ($0, ProbeLine($0, in: world)) }
        try runLLD(lines, in: world.folder)
        var good = 0
        for (number, line) in lines {
            let words = absolute(line.words, in: world.folder) + ["-o", world.folder.path("\(number).probe")]
            let ours = ProbeCommand.run(words)
            let theirErrors = String(decoding: try world.folder.bytes("\(number).err"), as: UTF8.self)
            let status = String(decoding: try world.folder.bytes("\(number).status"), as: UTF8.self)
            let theirs = Answer(status: status == "0\n" ? 0 : 1, errors: theirErrors)
            #expect(
                Answer(status: ours.status, errors: ours.errors) == theirs,
                "line \(number): \(line.words.joined(separator: " "))\nours: \(ours.errors)\nlld: \(theirErrors)")
            if theirs.isGood { good += 1 }
        }
        // Links that almost all fail, or almost all succeed, would test little.
        #expect(good > count / 10 && good < count * 9 / 10, "\(good) of \(count) succeed")
    }

    /// Runs three links at a time from a shell: starting a process from here takes as long as lld.
    private func runLLD(_ lines: [(Int, ProbeLine)], in folder: TestFolder) throws {
        for (number, line) in lines { try folder.write(line.words.joined(separator: "\n"), to: "\(number).line") }
        let script = """
            xargs -P 3 -n 1 sh -c 'ld64.lld-19 --threads=1 "@$0.line" -o "$0.out" 2>"$0.err"; echo $? >"$0.status"'
            """
        try folder.write(lines.map { "\($0.0)" }.joined(separator: "\n"), to: "numbers")
        try folder.need("sh", ["-c", "\(script) <numbers"])
    }

    /// Returns absolute paths: lld runs in the folder, our linker in the tests' working folder.
    private func absolute(_ words: [String], in folder: TestFolder) -> [String] {
        words.map { word in
            for prefix in ["-L", "-F"] where word.hasPrefix(prefix) {
                return prefix + folder.path(String(word.dropFirst(2)))
            }
            let isFile = word.contains("/") || ["sysroot", "none.o", "text.txt", "files"].contains(word)
            return isFile ? folder.path(word) : word
        }
    }
}
