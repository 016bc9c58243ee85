import Actions
import Basics
import Machine
import SystemPackage

/// Makes an argument list for the process of a command.
///
/// A shell sets the umask, and `env` sets the environment, which is not inherited. So xbuild needs no helper program of
/// its own between itself and the action.
struct Launch: Sendable {
    /// Nil to run without a sandbox.
    var sandbox: Sandbox?
    var pipes: JobPipes

    /// Names of files in the working directory.
    private static let home = ".home"
    private static let temporary = ".tmp"
    /// The file to which the shell in a sandbox writes the command's CPU time: the sandbox does not report that time.
    static let times = ".times"
    private static let timing = "\"$@\"; status=$?; times >\(times); exit $status"

    /// Makes a working directory with the empty folders that `HOME` and `TMPDIR` name.
    static func makeFolders(in root: FilePath) throws(EngineError) {
        for name in [home, temporary] { try onDisk(root.appending(name).makeFolders()) }
    }

    /// Returns the process that runs a command in a work folder.
    ///
    /// - Parameter timeout: seconds after which the process is ended; nil for no limit.
    func process(
        _ command: Command, in folder: WorkFolder, trees: [(FilePath, at: RelativePath)],
        refusing undeclared: UndeclaredTools? = nil, timeout: Int?
    ) -> LoggedProcess {
        LoggedProcess(
            arguments: arguments(command, in: folder, trees: trees, refusing: undeclared), folder: folder.root,
            log: folder.log,
            timeout: timeout, endEscaped: endEscaped(folder))
    }

    /// Returns a function that ends the processes which the command left. The processes of a sandbox end with its first
    /// process, for which the function waits; without a sandbox they have the folder's path in their environment.
    private func endEscaped(_ folder: WorkFolder) -> @Sendable () async -> Void {
        guard sandbox == nil else { return { await SandboxStatus(file: folder.sandbox).waitUntilGone() } }
        return { EscapedProcesses(mark: folder.root.string).kill() }
    }

    /// Returns the argument list that runs a command in a work folder.
    ///
    /// - Parameter trees: folders that are mounted read-only below the working directory.
    func arguments(
        _ command: Command, in folder: WorkFolder, trees: [(FilePath, at: RelativePath)] = [],
        refusing undeclared: UndeclaredTools? = nil
    ) -> [String] {
        var inside: [String] = []
        if let sandbox {
            let mounts = undeclared?.mounts(in: folder, of: sandbox) ?? []
            inside = sandbox.arguments(root: folder.root, pipes: pipes, reportsTo: 9, trees: trees, mounts: mounts)
        }
        let seen = sandbox == nil ? folder.root : Sandbox.root
        // The sandbox writes the id of its first process to descriptor 9.
        let shell =
            sandbox == nil
            ? ["umask 022; exec \"$@\"", "sh"] : ["umask 022; exec \"$@\" 9>\"$0\"", folder.sandbox.string]
        var values = environment(command, root: seen)
        if sandbox == nil, let undeclared { values["PATH"] = undeclared.path(before: values["PATH"], root: seen) }
        let variables = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let timed = sandbox == nil ? [] : ["/bin/sh", "-c", Self.timing, "sh"]
        return ["/bin/sh", "-c"] + shell + inside + timed + ["/usr/bin/env", "-i"] + variables + command.arguments
    }

    /// Returns the environment of the command's process, whose working directory has the path `root`.
    ///
    /// These variables are added unless the command sets them, and are not part of the key: `HOME` and `TMPDIR`, empty
    /// folders in the working directory, so that a prefix map for that directory covers them; `XBUILD_JOBSERVER`, the
    /// jobserver's pipe; and `XBUILD_CONFIGURE_BARRIER`, the pipe of the `ConfigureBarrier`.
    func environment(_ command: Command, root: FilePath) -> [String: String] {
        let added = [
            "HOME": root.appending(Self.home).string,
            "TMPDIR": root.appending(Self.temporary).string,
            "XBUILD_CONFIGURE_BARRIER": (sandbox == nil ? pipes : Sandbox.pipes).barrier.string,
            "XBUILD_JOBSERVER": (sandbox == nil ? pipes : Sandbox.pipes).tokens.string,
        ]
        return added.merging(command.environment) { _, named in named }
    }
}

extension ProcessRunner {
    /// Runs a process to its end; `report` receives the lines that it writes.
    func runToEnd(
        _ process: LoggedProcess, _ report: @escaping @Sendable ([String]) -> Void
    ) async throws(EngineError) -> ProcessEnd {
        do throws(ProcessFailure) {
            return try await runLogged(process, report)
        } catch {
            throw .process(program: process.arguments.first ?? "", reason: "\(error)")
        }
    }
}
