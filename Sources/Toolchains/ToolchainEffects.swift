import Basics

/// The functions through which the search for a toolchain examines the machine. They are replaceable values, so that a
/// plan for a Mac can be made and examined on Linux.
public struct ToolchainEffects: Sendable {
    /// The folders in which programs are searched by name, in order.
    public var searchPath: [String]
    public var isExecutable: @Sendable (_ path: String) -> Bool
    /// Returns whether a file or folder exists.
    public var exists: @Sendable (_ path: String) -> Bool
    /// Returns the path with all symbolic links resolved; nil when the path does not exist.
    public var realPath: @Sendable (_ path: String) -> String?
    /// Returns the value of a variable in the environment in which xbuild was started; nil if it is unset.
    public var environment: @Sendable (_ name: String) -> String?
    /// Returns the output of a program, without the line end; nil when it failed.
    public var output: @Sendable (_ arguments: [String]) async -> String?
    /// Returns the digest of a file's contents; nil when it cannot be read.
    public var digest: @Sendable (_ path: String) async -> Digest?
}
