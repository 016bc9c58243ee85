// Start-up time of the calls that scripts make by the hundred, on 2 cores of 2.5 GHz, as medians of 15 or more paired
// runs (CPU time; with `--` among its arguments, `audit` is parsed by the argument parser):
//
//     xbuild audit libz.a        9 ms on the fast path, 17 ms through the parser
//     xbuild lipo -info libz.a   8 ms on the fast path, 15 ms through the parser
//     xbuild --version           6 ms on the fast path, 12 ms through the parser
//
// All other commands use the argument parser: their own work takes far longer.

/// A command whose common calls are parsed without the argument parser.
///
/// The argument parser finds a command's arguments by reflection, which takes longer than the audit of a library.
/// Scripts call these commands hundreds of times, so they parse their own arguments. The argument parser handles calls
/// with any unusual argument. These commands need neither a `Host` nor a task: they do not depend on the machine, and
/// they end before an interruption matters.
protocol FastPathCommand: Sendable {
    /// Runs the command and returns its exit status.
    ///
    /// - Parameters:
    ///   - out: receives data; throws a `CommandFailure` when it cannot be written.
    ///   - talk: receives messages.
    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus
}

extension Host {
    func run(_ work: some FastPathCommand) throws -> ExitStatus { try work.run(out: out, talk: talk) }
}

/// `xbuild --version`.
struct VersionCall: FastPathCommand {
    init?(plain words: [String]) { if !words.isEmpty { return nil } }

    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus {
        try out("\(xbuildVersion)\n")
        return .done
    }
}

/// The fast-path commands, by name.
enum FastPath {
    /// Returns the command for these arguments; nil if the argument parser must parse them.
    static func work(_ arguments: [String]) -> (any FastPathCommand)? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case "--version": VersionCall(plain: words)
        case "audit": AuditRequest(plain: words)
        case "lipo": ToolCall(.lipo, plain: words)
        case "libtool": ToolCall(.libtool, plain: words)
        default: nil  // Any other argument of the user.
        }
    }
}
