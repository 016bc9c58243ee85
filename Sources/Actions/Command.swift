public import Basics

/// What an action runs: the Remote Execution API's `Command`.
///
/// Paths in it are relative to the input root, which is the working directory; absolute ones name tools of the machine
/// and then the toolchain's identity is among the action's platform properties.
public struct Command: Hashable, Sendable, Codable {
    /// `argv`, the program first.
    public var arguments: [String]
    /// The whole environment: nothing else is inherited.
    public var environment: [String: String]
    /// Files and folders to keep, relative to the input root.
    public var outputPaths: [RelativePath]

    public init(arguments: [String], environment: [String: String] = [:], outputPaths: [RelativePath]) {
        self.arguments = arguments
        self.environment = environment
        self.outputPaths = outputPaths
    }
}
