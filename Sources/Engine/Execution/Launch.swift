import Actions
import Basics
import Machine
import SystemPackage

/// Makes an argument list for the process of a command.
///
/// A shell sets the umask and opens the sandbox's files, and `env` sets the environment, which is not inherited. So
/// xbuild needs no helper program of its own between itself and the action.
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

    /// Returns the process that runs a command in a work folder, after writing the files from which the sandbox reads its
    /// options and its filter.
    ///
    /// - Parameters:
    ///   - timeout: seconds after which the process is ended; nil for no limit.
    ///   - allowsTracing: whether the command may read and control its own processes.
    func process(
        _ command: Command, in folder: WorkFolder, trees: [(FilePath, at: RelativePath)],
        refusing undeclared: UndeclaredTools? = nil, timeout: Int?, allowsTracing: Bool = false
    ) throws(EngineError) -> LoggedProcess {
        if let sandbox {
            let options = options(of: sandbox, in: folder, trees: trees, refusing: undeclared)
            try onDisk(folder.options.write(options.map { $0 + "\0" }.joined()))
            let filter = sandbox.filter(allowsTracing: allowsTracing)
            try onDisk(FileSystem.write(filter?.encoded ?? [], to: folder.filter.string))
        }
        return LoggedProcess(
            arguments: arguments(command, in: folder, refusing: undeclared), folder: folder.root, log: folder.log,
            timeout: timeout, endEscaped: endEscaped(folder))
    }

    /// Returns a function that ends the processes which the command left. The processes of a sandbox end with its first
    /// process, for which the function waits; without a sandbox they have the folder's path in their environment.
    private func endEscaped(_ folder: WorkFolder) -> @Sendable () async -> Void {
        guard sandbox == nil else { return { await SandboxStatus(file: folder.sandbox).waitUntilGone() } }
        return { EscapedProcesses(mark: folder.root.string).kill() }
    }

    /// The descriptors of the sandbox's files. A shell may know only those of one digit.
    private static let descriptors = Sandbox.Descriptors(status: 9, filter: 8)

    /// The beginning of the command line of a sandbox. Each start needs new descriptors, because `bwrap` reads from their
    /// present places. The shell exports `PWD`, and `/proc/1/environ` would show it to the action.
    private static let entry = """
        umask 022; unset PWD; exec "$@" 7<"$0/options" 8<"$0/filter" 9>"$0/sandbox"
        """

    /// Returns the sandbox's options for a command in a work folder.
    ///
    /// - Parameter trees: folders that are mounted read-only below the working directory.
    func options(
        of sandbox: Sandbox, in folder: WorkFolder, trees: [(FilePath, at: RelativePath)] = [],
        refusing undeclared: UndeclaredTools? = nil
    ) -> [String] {
        sandbox.options(
            root: folder.root, pipes: pipes, descriptors: Self.descriptors, trees: trees,
            mounts: undeclared?.mounts(in: folder, of: sandbox) ?? [])
    }

    /// Returns the argument list that runs a command in a work folder.
    func arguments(
        _ command: Command, in folder: WorkFolder, refusing undeclared: UndeclaredTools? = nil
    ) -> [String] {
        let seen = sandbox == nil ? folder.root : Sandbox.root
        let shell =
            if let sandbox {
                [Self.entry, folder.folder.string, sandbox.program.string, "--args", "7", "--"]
            } else {
                ["umask 022; exec \"$@\"", "sh"]
            }
        var values = environment(command, root: seen)
        if sandbox == nil, let undeclared { values["PATH"] = undeclared.path(before: values["PATH"], root: seen) }
        let variables = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let timed = sandbox == nil ? [] : ["/bin/sh", "-c", Self.timing, "sh"]
        return ["/bin/sh", "-c"] + shell + timed + ["/usr/bin/env", "-i"] + variables + command.arguments
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
