/// The test at which configure failed: the `checking` line, the command, the compiler's output, and the error line.
///
/// config.log's form is autoconf's: `configure:LINE: checking …`, `configure:LINE: COMMAND >&5`, output, then the
/// program as `| …`, then `configure:LINE: error: …`. Lines are added one by one; memory is bounded.
struct ConfigLogExcerpt {
    /// The latest `checking` line and the first lines after it.
    private var start: [String] = []
    /// The last lines after it.
    private var end: [String] = []
    private var count = 0
    private var verdict: String?

    private static let (all, first, last) = (12, 6, 5)

    /// Empty if configure did not fail.
    var lines: [String] {
        guard let verdict else { return [] }
        return (count > Self.all ? start.prefix(Self.first) + ["…"] + end : start) + [verdict]
    }

    mutating func add(_ line: String) {
        guard verdict == nil else { return }
        let isConfigure = line.hasPrefix("configure:")
        if isConfigure, line.contains(": error: ") { return verdict = line }
        if isConfigure, line.contains(": checking ") { (start, end, count) = ([], [], 0) } else if count == 0 { return }
        guard !line.hasPrefix("|"), !line.isEmpty else { return }
        count += 1
        if start.count < Self.all { start.append(line) }
        end = end.suffix(Self.last - 1) + [line]
    }
}
