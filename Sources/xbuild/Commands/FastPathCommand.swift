/// A command whose usual calls are understood without the argument parser.
///
/// The parser learns by reflection what a command takes, and that costs more time than the audit of a library. Commands
/// that scripts call by the hundred therefore read their words themselves; a call with anything unusual in it goes the
/// way of all others. They need to know nothing of the machine, and take so little time that nothing is there to be
/// interrupted: neither a `Host` is made for them nor a task.
protocol FastPathCommand: Sendable {
    /// - Parameter words: what stands behind the command's name.
    init?(plain words: [String])

    /// - Parameters:
    ///   - out: where data goes; throws a `CommandFailure` when it cannot be written.
    ///   - talk: where talk goes.
    func run(out: (String) throws -> Void, talk: (String) -> Void) throws -> ExitStatus
}

extension Host {
    func run(_ work: some FastPathCommand) throws -> ExitStatus { try work.run(out: out, talk: talk) }
}

/// Such commands by their names.
enum FastPath {
    static func work(_ arguments: [String]) -> (any FastPathCommand)? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case "audit": AuditRequest(plain: words)
        case "lipo": LipoCall(plain: words)
        case "libtool": LibtoolCall(plain: words)
        default: nil  // An open set: whatever a person wrote.
        }
    }
}
