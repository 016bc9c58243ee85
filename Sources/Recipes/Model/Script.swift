/// The recipe's own steps. Each is a list of command lines, which run in order in the build folder, with every
/// `BuildVariable` in their environment.
public struct Script<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// A command line: the program, then its arguments. A script beside the recipe becomes its interpreter, then its
    /// path below `${FILES}`.
    public typealias Command = [BuildWord<Variable>]

    public let configure: [Command]
    public let build: [Command]
    /// At least one command: without it there would be no result.
    public let install: [Command]
    /// The commands that run the library's own tests, where its code can run.
    public let test: [Command]
    /// Whether the build folder starts as a copy of the source and not empty.
    public let isInSource: Bool
}
