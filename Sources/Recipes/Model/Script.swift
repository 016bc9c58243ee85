/// The recipe's own steps, each a list of command lines that run one after the other in the build folder, with every
/// `BuildVariable` in their environment.
public struct Script<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// A command line: the program, then its arguments. A script beside the recipe stands here as its interpreter, then
    /// its path below `${FILES}`.
    public typealias Command = [BuildWord<Variable>]

    public let configure: [Command]
    public let build: [Command]
    /// At least one: without it there would be no result.
    public let install: [Command]
    /// What runs the library's own tests, where its code can run.
    public let test: [Command]
    /// Whether the build folder is a copy of the source instead of empty.
    public let isInSource: Bool

    public init(
        configure: [Command], build: [Command], install: [Command], test: [Command], isInSource: Bool
    ) {
        self.configure = configure
        self.build = build
        self.install = install
        self.test = test
        self.isInSource = isInSource
    }
}
