import Actions
import Machine
import Testing

@testable import Engine

/// The argument lists of processes and sandboxes. These tests need no sandbox.
struct SandboxArgumentTests {
    private let sandbox = Sandbox(
        program: "/usr/bin/bwrap", system: [.folder("/usr"), .link("/bin", target: "usr/bin")],
        readOnly: ["/opt/tools"],
        protection: SandboxProtection(disablesNamespaces: true, filter: .x86_64))

    private let pipes = JobPipes(tokens: "/w/pipe", barrier: "/w/barrier")
    private let descriptors = Sandbox.Descriptors(status: 9, filter: 8)
    private var arguments: [String] { sandbox.options(root: "/w/root", pipes: pipes, descriptors: descriptors) }

    @Test(arguments: [
        (name: "no network and no other process", words: ["--unshare-all"]),
        (name: "no capability, also for root", words: ["--cap-drop", "ALL"]),
        (name: "a user namespace", words: ["--unshare-user"]),
        (name: "no user namespace inside", words: ["--disable-userns", "--assert-userns-disabled"]),
        (name: "the filter of system calls", words: ["--seccomp", "8"]),
        (name: "no way to write the kernel's settings", words: ["--ro-bind-try", "/proc/sys", "/proc/sys"]),
        (name: "nothing outlives xbuild", words: ["--die-with-parent"]),
        (name: "no way to type into the terminal", words: ["--new-session"]),
        (name: "one host name everywhere", words: ["--hostname", "xbuild"]),
        (name: "a system folder read-only", words: ["--ro-bind", "/usr", "/usr"]),
        (name: "a system link as a link", words: ["--symlink", "usr/bin", "/bin"]),
        (name: "a toolchain read-only", words: ["--ro-bind", "/opt/tools", "/opt/tools"]),
        (name: "a settings file if it exists", words: ["--ro-bind-try", "/etc/passwd", "/etc/passwd"]),
        (name: "the inputs at a fixed path", words: ["--bind", "/w/root", "/xbuild"]),
        (name: "the jobserver's pipe", words: ["--bind", "/w/pipe", "/run/xbuild-jobserver"]),
        (name: "the barrier", words: ["--bind", "/w/barrier", "/run/xbuild-configure-barrier"]),
        (name: "everything else read-only", words: ["--remount-ro", "/"]),
    ])
    func `the sandbox has each of its arguments once`(_ row: (name: String, words: [String])) {
        let starts = arguments.indices.filter { arguments[$0...].starts(with: row.words) }
        #expect(starts.count == 1)
    }

    @Test func `the root becomes read-only after all mounts`() throws {
        let closed = try #require(arguments.firstIndex(of: "--remount-ro"))
        #expect(arguments[closed...] == ["--remount-ro", "/", "--chdir", "/xbuild"])
    }

    /// The empty `/tmp` must not hide a toolchain below `/tmp`.
    @Test func `toolchains are mounted after the empty folders`() throws {
        let temporary = try #require(arguments.firstIndex(of: "--tmpfs"))
        #expect(try temporary < #require(arguments.firstIndex(of: "/opt/tools")))
    }

    @Test func `a hidden folder is empty and read-only`() throws {
        var sandbox = sandbox
        sandbox.hidden = ["/usr/include"]
        let arguments = sandbox.options(root: "/w/root", pipes: pipes, descriptors: descriptors)
        #expect(sandbox.hiddenFolders == ["/usr/include"] && sandbox.hiddenInToolchains == [])
        #expect(arguments.indices.contains { arguments[$0...].starts(with: ["--tmpfs", "/usr/include"]) })
        #expect(arguments.indices.contains { arguments[$0...].starts(with: ["--remount-ro", "/usr/include"]) })
    }

    @Test func `tools in a hidden folder are shown, headers beside them are not`() {
        var sandbox = sandbox
        sandbox.hidden = ["/usr/local", "/usr/local/include", "/usr/src"]
        #expect(sandbox.hiddenFolders == ["/usr/local", "/usr/src"] && sandbox.hiddenInToolchains == [])
        sandbox.readOnly = ["/usr/local"]
        #expect(sandbox.hiddenFolders == ["/usr/src"] && sandbox.hiddenInToolchains == ["/usr/local/include"])
        sandbox.readOnly = ["/usr/local/tool", "/usr/src"]
        #expect(sandbox.hiddenFolders == ["/usr/local"] && sandbox.hiddenInToolchains == [])
    }

    // MARK: The probe's command

    private static let hasProgram = SandboxProbe.programs.contains { $0.exists }
    private static let userns = "--disable-userns"
    private static let rows: [(refused: [String], found: SandboxProtection?)] = [
        ([], .most), ([userns], SandboxProtection(disablesNamespaces: false, filter: .here)),
        (["--seccomp"], SandboxProtection(disablesNamespaces: true, filter: nil)), ([userns, "--seccomp"], .absent),
        (["--unshare-all"], nil),
    ]

    @Test(.enabled(if: hasProgram, "bubblewrap is not installed"), arguments: rows)
    func `the probe finds the strongest protection that works`(
        _ row: (refused: [String], found: SandboxProtection?)
    ) async throws {
        let probe = SandboxProbe { arguments in
            (!arguments.contains(where: row.refused.contains), "bwrap: Unknown option")
        }
        let found = await probe.find(readOnly: [])
        // Without a filter for this processor there is no row with one.
        if CallFilter.Processor.here == nil, row.refused.contains("--seccomp") { return }
        #expect((try? found.get())?.protection == row.found)
    }

    @Test func `only a sandbox without both protections is weak`() {
        let flags = [true, false]
        for disables in flags {
            for filter in [CallFilter.Processor.aarch64, nil] {
                let protection = SandboxProtection(disablesNamespaces: disables, filter: filter)
                #expect((protection.weakness == nil) == (disables || filter != nil))
            }
        }
    }

    // MARK: Starting a command

    private let command = Command(
        arguments: ["cc", "-c", "a b.c"], environment: ["PATH": "/bin", "A": "1"], outputPaths: [])

    @Test func `without a sandbox, a command is launched directly`() {
        let launch = Launch(sandbox: nil, pipes: pipes)
        #expect(
            launch.arguments(command, in: WorkFolder(folder: "/w")) == [
                "/bin/sh", "-c", "umask 022; exec \"$@\"", "sh", "/usr/bin/env", "-i", "A=1",
                "HOME=/w/root/.home", "PATH=/bin", "TMPDIR=/w/root/.tmp", "XBUILD_CONFIGURE_BARRIER=/w/barrier",
                "XBUILD_JOBSERVER=/w/pipe", "cc", "-c", "a b.c",
            ])
    }

    @Test func `with a sandbox, a command is launched in it`() {
        let launch = Launch(sandbox: sandbox, pipes: pipes)
        let shell = [
            "/bin/sh", "-c",
            "umask 022; unset PWD; exec \"$@\" 7<\"$0/options\" 8<\"$0/filter\" 9>\"$0/sandbox\"", "/w",
            "/usr/bin/bwrap", "--args", "7", "--",
        ]
        let program = [
            "/bin/sh", "-c", "\"$@\"; status=$?; times >.times; exit $status", "sh", "/usr/bin/env", "-i", "A=1",
            "HOME=/xbuild/.home", "PATH=/bin", "TMPDIR=/xbuild/.tmp",
            "XBUILD_CONFIGURE_BARRIER=/run/xbuild-configure-barrier", "XBUILD_JOBSERVER=/run/xbuild-jobserver", "cc",
            "-c", "a b.c",
        ]
        let folder = WorkFolder(folder: "/w")
        #expect(launch.arguments(command, in: folder) == shell + program)
        #expect(launch.options(of: sandbox, in: folder) == arguments)
    }
}
