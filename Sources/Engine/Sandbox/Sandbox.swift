// The bubblewrap sandbox as an argument list: the files that an action can see. Pure; `SandboxProbe` examines this
// machine.

import Actions
import Basics
import SystemPackage

/// Whether actions run in the sandbox.
public enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Without a working sandbox nothing runs, and stored results of commands that ran without one do not count.
    case require
    /// In the sandbox where it works, otherwise without; an event reports that on systems that could have one.
    case auto
    case off

    /// Whether a stored result may be used. Built-in steps have no sandbox.
    func takes(_ result: ActionResult, of step: Step) -> Bool {
        switch (self, step.work) {
        case (.require, .command): result.metadata.worker == ActionResult.Metadata.sandboxed
        case (.require, .builtin), (.auto, _), (.off, _): true
        }
    }
}

/// The view of an action in the sandbox.
///
/// Its inputs at `/xbuild`, writable; the system's tools, read-only; a private `/tmp`, `/proc` and `/dev`. No network,
/// no other processes, no home folder. The host name is fixed. It has no capabilities, even if root runs xbuild: with
/// them it could remount the system's folders writable.
struct Sandbox: Hashable, Sendable {
    /// The path of the input root inside.
    static let root = FilePath(WorkPlaces.sandbox)
    /// The paths of the run's pipes inside.
    static let pipes = JobPipes(tokens: "/run/xbuild-jobserver", barrier: "/run/xbuild-configure-barrier")

    /// The `bwrap` program.
    var program: FilePath
    /// The system's folders and links in `/`, as they are outside.
    var system: [SystemEntry]
    /// Further folders and files that are mounted read-only at their own paths: a toolchain.
    var readOnly: [FilePath]
    /// Whether actions cannot make user namespaces, in which they would have capabilities again: bubblewrap 0.8 or
    /// later.
    var disablesNamespaces = true

    enum SystemEntry: Hashable, Sendable {
        case folder(FilePath)
        case link(FilePath, target: String)
    }

    /// The files of `/etc` that programs need. Missing files are left out.
    static let settings: [FilePath] = [
        "/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
        "/etc/nsswitch.conf", "/etc/passwd",
    ]

    /// The kernel's settings. They belong to root, who can write them without any capability: `kernel.core_pattern`
    /// names a program that runs outside of every sandbox.
    static let kernelSettings: [FilePath] = ["/proc/sys"]

    /// `bwrap` and its arguments up to the program to run inside. It reports the number of the first process inside to
    /// the descriptor `reportsTo`, if any.
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
