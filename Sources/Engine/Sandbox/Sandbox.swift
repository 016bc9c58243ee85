// The argument list of the bubblewrap sandbox, which determines the files that an action can access. This file has no
// side effects; `SandboxProbe` examines the machine.

import Actions
import Basics
import SystemPackage

/// Whether actions run in the sandbox.
public enum SandboxMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Without a working sandbox no step runs, and stored results of commands that ran without a sandbox are not used.
    case require
    /// Actions run in the sandbox if it works, otherwise without it. An event reports a missing sandbox on systems that
    /// could have one.
    case auto
    case off

    /// Returns whether a stored result may be used in this mode. Built-in steps have no sandbox.
    func takes(_ result: ActionResult, of step: Step) -> Bool {
        switch (self, step.work) {
        case (.require, .command): result.metadata.worker == ActionResult.Metadata.sandboxed
        case (.require, .builtin), (.auto, _), (.off, _): true
        }
    }
}

/// The sandbox of an action.
///
/// An action in it has its inputs at `/xbuild`, writable; the system's tools, read-only; and a private `/tmp`, `/proc`
/// and `/dev`. It has no access to the network, to other processes or to the home folder. The host name is fixed. The
/// action has no capabilities, even if root runs xbuild: with them it could remount the system's folders writable.
/// `protection` keeps it from getting any. The folders in `hidden`, with the headers and packages of the machine, are
/// empty.
struct Sandbox: Hashable, Sendable {
    /// The path of the input root in the sandbox.
    static let root = FilePath(WorkPlaces.sandbox)
    /// The record of refused tools in the sandbox.
    static let refused: FilePath = "/run/xbuild-refused"
    /// The paths of the run's pipes in the sandbox.
    static let pipes = JobPipes(tokens: "/run/xbuild-jobserver", barrier: "/run/xbuild-configure-barrier")

    /// The `bwrap` program.
    var program: FilePath
    /// The system's folders and links in `/`, as they are outside of the sandbox.
    var system: [SystemEntry]
    /// Further folders and files that are mounted read-only at their own paths: a toolchain.
    var readOnly: [FilePath]
    /// Folders of the system that are empty in the sandbox, unless they are in `readOnly`. A folder in `readOnly` that
    /// is inside one of them is shown.
    var hidden: [FilePath] = []
    var protection = SandboxProtection.most

    /// A file of one step at another path in the sandbox.
    struct Mount: Hashable, Sendable {
        var file: FilePath
        var path: FilePath
        var isWritable = false
    }

    enum SystemEntry: Hashable, Sendable {
        case folder(FilePath)
        case link(FilePath, target: String)
    }

    /// The files of `/etc` that programs need. Missing files are left out.
    static let settings: [FilePath] = [
        "/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
        "/etc/nsswitch.conf", "/etc/passwd",
    ]

    /// The kernel's settings, which must be read-only. They belong to root, who can write them without any capability:
    /// `kernel.core_pattern`, for example, names a program that runs outside of every sandbox.
    static let kernelSettings: [FilePath] = ["/proc/sys"]

    /// The descriptors that `bwrap` uses. The sandboxed program gets none of them.
    struct Descriptors: Hashable, Sendable {
        /// `bwrap` writes the id of the first process in the sandbox to it; nil for no such report.
        var status: Int?
        /// `bwrap` reads the filter of system calls from it.
        var filter: Int
    }

    /// The filter of system calls for an action; nil for none.
    func filter(allowsTracing: Bool = false) -> CallFilter? {
        protection.filter.map { CallFilter(processor: $0, allowsTracing: allowsTracing) }
    }

    /// Returns the options of `bwrap`.
    func options(
        root: FilePath, pipes: JobPipes, descriptors: Descriptors, trees: [(FilePath, at: RelativePath)] = [],
        mounts: [Mount] = []
    ) -> [String] {
        ["--unshare-all", "--unshare-user", "--cap-drop", "ALL"]
            + (protection.disablesNamespaces ? ["--disable-userns", "--assert-userns-disabled"] : [])
            + (protection.filter != nil ? ["--seccomp", "\(descriptors.filter)"] : [])
            + ["--die-with-parent", "--new-session", "--hostname", "xbuild"]
            + (descriptors.status.map { ["--json-status-fd", "\($0)"] } ?? [])
            + system.flatMap(\.arguments)
            + Self.settings.flatMap { ["--ro-bind-try", $0.string, $0.string] }
            + ["--proc", "/proc"] + Self.kernelSettings.flatMap { ["--ro-bind-try", $0.string, $0.string] }
            + ["--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/var/tmp"]
            + hiddenFolders.flatMap { ["--tmpfs", $0.string] }
            + readOnly.flatMap { ["--ro-bind", $0.string, $0.string] }
            + hiddenInToolchains.flatMap { ["--tmpfs", $0.string] }
            + (hiddenFolders + hiddenInToolchains).flatMap { ["--remount-ro", $0.string] }
            + ["--bind", pipes.tokens.string, Self.pipes.tokens.string]
            + ["--bind", pipes.barrier.string, Self.pipes.barrier.string]
            + mounts.flatMap { [$0.isWritable ? "--bind" : "--ro-bind", $0.file.string, $0.path.string] }
            + ["--bind", root.string, Self.root.string]
            + trees.flatMap { ["--ro-bind", $0.0.string, Self.root.appending($0.at.string).string] }
            + ["--remount-ro", "/", "--chdir", Self.root.string]
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
