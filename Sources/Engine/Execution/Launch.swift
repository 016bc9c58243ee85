import Actions
import Basics
import SystemPackage

/// How a command's argument list becomes one that can be started anywhere.
///
/// A shell sets the umask and `env` sets the environment, of which nothing else is inherited: what would otherwise take
/// a process of our own between xbuild and the action.
struct Launch: Sendable {
    /// nil: directly.
    var sandbox: Sandbox?
    var pipes: JobPipes

    /// Names in the working directory.
    static let home = ".home"
    static let temporary = ".tmp"
    /// What a command's CPU time is written to in the sandbox, whose first process takes that knowledge with it.
    static let times = ".times"
    private static let timing = "\"$@\"; status=$?; times >\(times); exit $status"

    /// The whole argument list that runs a command in a work folder.
    ///
    /// - Parameter trees: folders that are shown read-only below the working directory.
    func arguments(
        _ command: Command, in folder: WorkFolder, trees: [(FilePath, at: RelativePath)] = []
    ) -> [String] {
        let inside = sandbox?.arguments(root: folder.root, pipes: pipes, reportsTo: 9, trees: trees) ?? []
        let seen = sandbox == nil ? folder.root : Sandbox.root
        // The sandbox writes to descriptor 9 which process is the first one in it.
        let shell =
            sandbox == nil
            ? ["umask 022; exec \"$@\"", "sh"] : ["umask 022; exec \"$@\" 9>\"$0\"", folder.sandbox.string]
        let variables = environment(command, root: seen).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let timed = sandbox == nil ? [] : ["/bin/sh", "-c", Self.timing, "sh"]
        return ["/bin/sh", "-c"] + shell + inside + timed + ["/usr/bin/env", "-i"] + variables + command.arguments
    }

    /// The environment of the command's process, whose working directory is seen at `root`.
    ///
    /// Variables are added where the command does not name them itself, and none of them is in the key: `HOME` and
    /// `TMPDIR`, empty folders in the working directory, so that a script which maps that prefix maps them too;
    /// `XBUILD_JOBSERVER`, the jobserver's pipe; and `XBUILD_CONFIGURE_BARRIER`, the pipe of the `ConfigureBarrier`.
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
