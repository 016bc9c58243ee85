import Basics

/// A unit of work whose result is known by its key: the Remote Execution API's `Action` with
/// its command and input root.
public struct Action: Hashable, Sendable {
    public var command: Command
    /// What the command finds in its working directory.
    public var inputRoot: Directory
    /// What the place that runs it must be (`OSFamily`, `ISA`) and what it must hold (`toolchain`: a digest).
    public var platform: [String: String]
    /// Seconds after which it is ended; nil for no limit.
    public var timeout: Int?

    public init(command: Command, inputRoot: Directory, platform: [String: String] = [:], timeout: Int? = nil) {
        self.command = command
        self.inputRoot = inputRoot
        self.platform = platform
        self.timeout = timeout
    }

    /// The input root of the action's message, which holds the inputs in a folder, see `WorkPlaces.name`.
    public var root: Directory { Self.root(holding: inputRoot) }

    static func root(holding inputs: Directory) -> Directory { Directory([WorkPlaces.name: .directory(inputs)]) }
}
