/// A command whose usual calls are understood without the argument parser.
///
/// The parser learns by reflection what a command takes, and that costs more time than the audit of a library. Commands
/// that scripts call by the hundred therefore read their words themselves; a call with anything unusual in it goes the
/// way of all others.
protocol PlainWork: Sendable {
    /// - Parameter words: what stands behind the command's name.
    init?(plain words: [String])

    func run(on host: Host) throws -> ExitStatus
}

/// Such commands by their names.
enum PlainCall {
    static func work(_ arguments: [String]) -> (any PlainWork)? {
        let words = Array(arguments.dropFirst())
        return switch arguments.first {
        case "audit": AuditRequest(plain: words)
        case "lipo": LipoCall(plain: words)
        case "libtool": LibtoolCall(plain: words)
        default: nil  // An open set: whatever a person wrote.
        }
    }
}
