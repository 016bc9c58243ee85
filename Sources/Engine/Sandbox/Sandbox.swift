// The bubblewrap sandbox as an argument list: what an action can see. Pure;
// `SandboxProbe` finds out what there is here.

import Actions
import Basics
import SystemPackage

/// How actions are shut in.
public enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Without a working sandbox nothing runs, and stored results of commands that ran elsewhere do not count.
    case require
    /// In the sandbox where it works, else directly; an event says so on systems that could have one.
    case auto
    case off

    /// Whether a stored result may be used. What xbuild does itself, by no command, has no sandbox.
    func takes(_ result: ActionResult, of step: Step) -> Bool {
        switch (self, step.work) {
        case (.require, .command): result.metadata.worker == ActionResult.Metadata.sandboxed
        case (.require, .builtin), (.auto, _), (.off, _): true
        }
    }
}

/// What an action in the sandbox sees.
///
/// Its inputs at `/xbuild`, where it may write; the system's tools, read-only; a `/tmp`, `/proc` and `/dev` of its own.
/// No network, no other process, no home folder. The host name is fixed. It has no capabilities, also when root runs
/// xbuild: with them it could mount the system's folders anew, writable.
struct Sandbox: Hashable, Sendable {
    /// Where the input root stands, whatever its folder is outside.
    static let root = FilePath(WorkPlaces.sandbox)
    /// Where the run's pipes stand.
    static let pipes = JobPipes(tokens: "/run/xbuild-jobserver", barrier: "/run/xbuild-configure-barrier")

    /// The `bwrap` program.
    var program: FilePath
    /// The system's folders and links of `/`, as they are outside.
    var system: [SystemEntry]
    /// More folders and files to show read-only, at their own paths: a toolchain.
    var readOnly: [FilePath]
    /// Whether actions cannot make user namespaces, where they would have capabilities again: bubblewrap 0.8 or later.
    var disablesNamespaces = true

    enum SystemEntry: Hashable, Sendable {
        case folder(FilePath)
        case link(FilePath, target: String)
    }

    /// What programs expect of `/etc`. Files that are not there are left out.
    static let settings: [FilePath] = [
        "/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
        "/etc/nsswitch.conf", "/etc/passwd",
    ]

    /// The kernel's settings. They belong to root, who can write them without any capability: `kernel.core_pattern` names a
    /// program that runs outside every sandbox.
    static let kernelSettings: [FilePath] = ["/proc/sys"]

    /// `bwrap` and its arguments up to the program that is to run inside.
    /// It tells the descriptor `reportsTo`, if any, which process is the first one inside.
    func arguments(
        root: FilePath, pipes: JobPipes, reportsTo: Int? = nil, trees: [(FilePath, at: RelativePath)] = []
    ) -> [String] {
        [program.string, "--unshare-all", "--unshare-user", "--cap-drop", "ALL"]
            + (disablesNamespaces ? ["--disable-userns", "--assert-userns-disabled"] : [])
            + ["--die-with-parent", "--new-session", "--hostname", "xbuild"]
            + (reportsTo.map { ["--json-status-fd", "\($0)"] } ?? [])
            + system.flatMap(\.arguments)
            + Self.settings.flatMap { ["--ro-bind-try", $0.string, $0.string] }
            + ["--proc", "/proc"] + Self.kernelSettings.flatMap { ["--ro-bind-try", $0.string, $0.string] }
            + ["--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/var/tmp"]
            + readOnly.flatMap { ["--ro-bind", $0.string, $0.string] }
            + ["--bind", pipes.tokens.string, Self.pipes.tokens.string]
            + ["--bind", pipes.barrier.string, Self.pipes.barrier.string]
            + ["--bind", root.string, Self.root.string]
            + trees.flatMap { ["--ro-bind", $0.0.string, Self.root.appending($0.at.string).string] }
            + ["--remount-ro", "/", "--chdir", Self.root.string, "--"]
    }
}

extension Sandbox.SystemEntry {
    fileprivate var arguments: [String] {
        switch self {
        case .folder(let path): ["--ro-bind", path.string, path.string]
        case .link(let path, let target): ["--symlink", target, path.string]
        }
    }
}
