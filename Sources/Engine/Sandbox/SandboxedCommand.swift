public import Actions
public import Basics
public import Machine
public import SystemPackage

/// A command that runs in the sandbox of actions, outside of any plan: it has no store, no key and no result.
///
/// It sees the system's tools, `readOnly` and `trees`, and writes only below its working folder. It has no network.
public struct SandboxedCommand: Sendable {
    public var command: Command
    /// More folders to show, at their own paths.
    public var readOnly: [FilePath]
    /// Folders to show below the working folder.
    public var trees: [RelativePath: FilePath]
    /// Seconds after which it is ended.
    public var timeout: Int
    /// Whether it runs directly where no system of this kind has a sandbox: SwiftPM on macOS has one of its own.
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

    /// Runs it to its end in the folder `root` of a new folder, where its outputs remain.
    ///
    /// - Throws: `EngineError`, also when there is no sandbox here.
    public func run(in folder: FilePath) async throws(EngineError) -> ProcessEnd.Status {
        let sandbox: Sandbox?
        switch await SandboxProbe.live.find(readOnly: readOnly) {
        case .success(let found): sandbox = found
        case .failure(let unavailable):
            guard unavailable.isExpected, confinesItself else { throw .noSandbox(reason: unavailable.reason) }
            sandbox = nil
        }
        let work = WorkFolder(folder: folder)
        try Launch.makeFolders(in: work.root)
        try onDisk(work.log.write(""))
        let launch = Launch(sandbox: sandbox, pipes: JobPipes(tokens: "/dev/null", barrier: "/dev/null"))
        let process = launch.process(
            command, in: work, trees: trees.map { ($0.value, at: $0.key) }, timeout: timeout)
        return try await ProcessRunner.live.runToEnd(process) { _ in }.status
    }
}
