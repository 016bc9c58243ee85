public import Actions
public import Basics
public import Machine
public import SystemPackage

/// A command that runs in the sandbox of actions, outside of any plan: it has no store, no key and no result.
///
/// It can read the system's tools, `readOnly` and `trees`, and write only below its working folder. It has no network.
public struct SandboxedCommand: Sendable {
    public var command: Command
    /// Further folders that are mounted read-only at their own paths.
    public var readOnly: [FilePath]
    /// Folders that are mounted read-only below the working folder.
    public var trees: [RelativePath: FilePath]
    /// Seconds after which the command is ended.
    public var timeout: Int
    /// Whether the command may run without this sandbox on systems that cannot have one: SwiftPM on macOS uses its own
    /// sandbox.
    public var confinesItself: Bool

    public init(
        _ command: Command, readOnly: [FilePath], trees: [RelativePath: FilePath], timeout: Int, confinesItself: Bool
    ) {
        self.command = command
        self.readOnly = readOnly
        self.trees = trees
        self.timeout = timeout
        self.confinesItself = confinesItself
    }

    /// Runs the command to its end in a folder `root` below the new folder `folder`, where its outputs remain. Returns
    /// how the command ended.
    ///
    /// - Throws: `EngineError`, also when there is no sandbox on this machine.
    public func run(in folder: FilePath) async throws(EngineError) -> ProcessEnd.Status {
        var sandbox: Sandbox?
        switch await SandboxProbe.live.find(readOnly: readOnly) {
        case .success(let found): sandbox = found
        case .failure(let unavailable):
            guard unavailable.isExpected, confinesItself else { throw .noSandbox(reason: unavailable.reason) }
            sandbox = nil
        }
        // Swift compiles manifests with the machine's headers.
        sandbox?.hidden = []
        let work = WorkFolder(folder: folder)
        try Launch.makeFolders(in: work.root)
        try onDisk(work.log.write(""))
        let launch = Launch(sandbox: sandbox, pipes: JobPipes(tokens: "/dev/null", barrier: "/dev/null"))
        let process = try launch.process(
            command, in: work, trees: trees.map { ($0.value, at: $0.key) }, timeout: timeout)
        return try await ProcessRunner.live.runToEnd(process) { _ in }.status
    }
}
