/// The steps of a recipe with `system: script`. Each step is a list of command lines, which run in order in the build
/// folder, with every `BuildVariable` in their environment.
public struct Script<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// A command line: the program, then its arguments. If the command is a script beside the recipe, the program is
    /// the interpreter, and the script's path below `${FILES}` is an argument.
    public typealias Command = [BuildWord<Variable>]

    public let configure: [Command]
    public let build: [Command]
    /// The commands that install the result; at least one.
    public let install: [Command]
    /// The commands that run the tests of the library's source, if the host can run code of the target.
    public let test: [Command]
    /// Whether the build folder starts as a copy of the source and not empty.
    public let isInSource: Bool
}
