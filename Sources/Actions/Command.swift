public import Basics

/// The process of an action: the Remote Execution API's `Command`.
///
/// Paths are relative to the input root, which is the working directory. Absolute paths name tools of the machine; the
/// action's platform properties then include the toolchain's identity.
public struct Command: Hashable, Sendable, Codable {
    /// The program and its arguments.
    public var arguments: [String]
    /// The complete environment. Nothing is inherited.
    public var environment: [String: String]
    /// Files and folders to keep, relative to the input root.
    public var outputPaths: [RelativePath]

    public init(arguments: [String], environment: [String: String] = [:], outputPaths: [RelativePath]) {
        self.arguments = arguments
        self.environment = environment
        self.outputPaths = outputPaths
    }
}
