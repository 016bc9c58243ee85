/// The exit statuses of xbuild, by which scripts can distinguish errors.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case buildFailed = 1
    case usage = 2
    case wrongRecipe = 3
    case noSource = 4
    case failedAudit = 5
    /// xbuild itself cannot continue: a full disk, a store that cannot be written.
    case fault = 70
    /// Ended by a signal, with the status that shells use: 128 plus the signal's number.
    case hungUp = 129
    case interrupted = 130
    case unread = 141
    case terminated = 143

    /// The line that `--help` shows.
    var summary: String {
        switch self {
        case .done: "done"
        case .buildFailed: "a build failed"
        case .usage: "wrong usage"
        case .wrongRecipe: "a recipe or toolchain is wrong"
        case .noSource: "a source could not be fetched or verified"
        case .failedAudit: "the output failed its audit"
        case .fault: "xbuild itself cannot continue (disk full, store not writable)"
        case .hungUp: "ended because its terminal was closed (SIGHUP)"
        case .interrupted: "interrupted (SIGINT, Ctrl-C)"
        case .unread: "its output is no longer read (SIGPIPE)"
        case .terminated: "terminated (SIGTERM)"
        }
    }

    /// Returns the status of a run during which this signal arrived; a run that the signal did not interrupt keeps its
    /// status.
    func endedBy(_ signal: CInt) -> ExitStatus {
        self == .interrupted ? ExitStatus(rawValue: 128 + signal) ?? self : self
    }

    static var help: String {
        "Exit statuses:\n" + allCases.map { "  \($0.rawValue)\t\($0.summary)" }.joined(separator: "\n")
    }
}
