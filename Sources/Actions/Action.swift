import Basics

/// A unit of work whose result is stored under its digest, the key: the Remote Execution API's `Action` with its
/// command and input root.
public struct Action: Hashable, Sendable {
    public var command: Command
    /// The contents of the command's working directory.
    public var inputRoot: Directory
    /// Requirements on the machine that runs the action: its system (`OSFamily`), processor (`ISA`) and tools
    /// (`toolchain`, a digest).
    public var platform: [String: String]
    /// Seconds after which the command is killed; nil for no limit.
    public var timeout: Int?

    public init(command: Command, inputRoot: Directory, platform: [String: String] = [:], timeout: Int? = nil) {
        self.command = command
        self.inputRoot = inputRoot
        self.platform = platform
        self.timeout = timeout
    }

    /// The input root of the action's message: a folder named `WorkPlaces.name` that holds the inputs.
    public var root: Directory { Self.root(holding: inputRoot) }

    static func root(holding inputs: Directory) -> Directory { Directory([WorkPlaces.name: .directory(inputs)]) }
}
