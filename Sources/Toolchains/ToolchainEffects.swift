import Basics
public import Machine

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
    /// Returns the digest of the names and contents of all files in a folder; nil when it cannot be read.
    public var folderDigest: @Sendable (_ path: String) async -> Digest?
    /// Returns the sorted names in a folder; none when it cannot be read.
    public var names: @Sendable (_ folder: String) -> [String]
    /// Returns the form of a program; nil when it cannot be read.
    public var form: @Sendable (_ path: String) -> ProgramForm?
    /// Runs a program, which is searched in the `PATH` of the given environment; nil when it does not start.
    public var run: @Sendable (_ arguments: [String], _ environment: [String: String]) async -> ProcessResult?
    public var textDigest: @Sendable (_ text: String) -> Digest
    public var memory: ToolMemory
    /// Returns what `examine` returns for these tools. All targets of a run share one examination.
    var identity: @Sendable (_ tools: String, _ examine: @escaping Examination) async -> Examined = { _, examine in
        await examine()
    }

    /// The properties of tools, or the fault of one.
    typealias Examined = Result<[String: String], ToolchainError>
    typealias Examination = @Sendable () async -> Examined
}
