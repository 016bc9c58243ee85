import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Real attempts of actions in a real sandbox, by root and by an ordinary user.
@Suite(
    .enabled(if: SandboxHere.works && CallFilter.Processor.here != nil, "bubblewrap does not work here"),
    .enabled(if: FileSystem.isExecutable("/usr/bin/python3"), "Python is not installed"),
    .timeLimit(.minutes(10)), .tags(.process))
struct SandboxRefusalTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// The user who runs xbuild.
    enum User: CaseIterable {
        case own, ordinary

        /// Only root can become another user.
        static let here: [User] = getuid() == 0 ? allCases : [.own]
    }

    /// Returns an engine whose processes run as the user.
    private func engine(as user: User) -> Engine {
        var engine = space.engine()
        guard user == .ordinary else { return engine }
        let live = engine.processes
        engine.processes.runLogged = { process, report throws(ProcessFailure) in
            var process = process
            let folder = process.folder.removingLastComponent().string
            let owned = try? await live.run(["/bin/chown", "-R", "65534:65534", folder], [:], "/")
            guard owned?.status == 0 else { throw .notStarted("chown failed") }
            process.arguments =
                ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + process.arguments
            return try await live.runLogged(process, report)
        }
        return engine
    }

    /// Runs a step with a program for `/bin/sh` or `/usr/bin/python3`; returns the lines of its output `out`.
    private func lines(
        _ text: String, by interpreter: String = "/usr/bin/python3", as user: User,
        platform: [String: String] = [:], protection: SandboxProtection = .most,
        inputs: [RelativePath: Input] = [:], plan start: Plan = Plan(), shared: Set<RelativePath> = [],
        readOnly: Set<RelativePath> = []
    ) async throws -> [String] {
        var plan = start
        var attempt = Step(
            "attempt", work: .command(arguments: [interpreter, "program"], environment: ["PATH": "/usr/bin:/bin"]),
            inputs: inputs.merging(["program": .contents(text, isExecutable: false)]) { $1 }, outputs: ["out"])
        (attempt.platform, attempt.shared, attempt.readOnly) = (platform, shared, readOnly)
        let step = plan.add(attempt)
        var engine = engine(as: user)
        if protection != .most {
            let live = engine.sandboxProbe
            engine.sandboxProbe.run = { arguments in
                let needsMore =
                    protection.filter == nil && arguments.contains("--seccomp")
                    || !protection.disablesNamespaces && arguments.contains("--disable-userns")
                return needsMore ? (false, "bwrap: refused by the test") : await live.run(arguments)
            }
        }
        let outcome = try await engine.run(plan, options: Engine.Options(jobs: 1, sandbox: .auto, timeout: 60))
        let result = outcome.results[step]
        if let failure = result?.failure { Issue.record("\(failure.reason): \(try space.log(failure))") }
        return try space.text(result)?.split(separator: "\n").map(String.init) ?? []
    }

    // MARK: System calls

    #if arch(arm64)
        private static let own = CallTable.aarch64
    #else
        private static let own = CallTable.x86_64
    #endif

    /// Python functions that make system calls and write their results to `out`.
    private static let calling = """
        import ctypes, errno, mmap, os, signal, sys
        libc = ctypes.CDLL(None, use_errno=True)
        out = open("out", "w")
        def call(number, *arguments):
            ctypes.set_errno(0)
            result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(each) for each in arguments])
            return errno.errorcode[ctypes.get_errno()] if result == -1 else "OK"
        def say(name, answer): print(name, answer, file=out, flush=True)

        """

    /// Calls with arguments for which the kernel has other errors than EPERM, unless the caller has no rights for the call.
    private static func attempts(_ calls: [RefusedCall]) -> String {
        calling
            + calls.compactMap { call in
                call.number(in: own).map { "say(\"\(call.name)\", call(\($0), -1, -1, -1, -1, -1))\n" }
            }.joined()
    }

    @Test(arguments: User.here, [SandboxProtection.most, SandboxProtection(disablesNamespaces: false, filter: .here)])
    func `every listed system call is refused`(_ user: User, _ protection: SandboxProtection) async throws {
        let lines = try await lines(Self.attempts(RefusedCall.all), as: user, protection: protection)
        #expect(lines == RefusedCall.all.filter { $0.number(in: Self.own) != nil }.map { "\($0.name) EPERM" })
    }

    /// Proves that the filter causes the refusals of the test above: these calls need no capability.
    @Test(arguments: User.here) func `without the filter, calls that need no rights are not refused`(
        _ user: User
    ) async throws {
        let calls = RefusedCall.all.filter {
            ["ptrace", "process_vm_readv", "pidfd_getfd", "keyctl", "add_key", "io_uring_enter"].contains($0.name)
        }
        let lines = try await lines(
            Self.attempts(calls), as: user, protection: SandboxProtection(disablesNamespaces: true, filter: nil))
        #expect(lines.count == calls.count && !lines.contains { $0.hasSuffix("EPERM") }, "\(lines)")
    }

    @Test(arguments: User.here) func `a step with leave to trace gets only the calls for tracing`(
        _ user: User
    ) async throws {
        let program =
            Self.attempts(RefusedCall.all)
                + """
                child = os.fork()
                if child == 0:
                    signal.pause()
                say("attach", call(\(Self.own == .x86_64 ? 101 : 117), 16, child, 0, 0))
                os.waitpid(child, 0)
                os.kill(child, signal.SIGKILL)
                """
        let lines = try await lines(program, as: user, platform: ["ptrace": "allowed"])
        for call in RefusedCall.all where call.number(in: Self.own) != nil {
            #expect(lines.contains("\(call.name) EPERM") == (call.purpose != .tracing), "\(call.name)")
        }
        #expect(lines.last == "attach OK")
    }

    @Test(arguments: User.here) func `a sibling cannot be traced`(_ user: User) async throws {
        let program =
            Self.calling
                + """
                child = os.fork()
                if child == 0:
                    signal.pause()
                say("attach", call(\(Self.own == .x86_64 ? 101 : 117), 16, child, 0, 0))
                os.kill(child, signal.SIGKILL)
                """
        #expect(try await lines(program, as: user) == ["attach EPERM"])
    }

    @Test(arguments: User.here) func `processes and threads work, user namespaces do not`(_ user: User) async throws {
        let clone = Self.own.clone
        let program =
            Self.calling
                + """
                import subprocess, threading
                flags = signal.SIGCHLD.value
                say("clone3", call(435, 0, 0))
                say("user", call(\(clone), flags | 0x10000000, 0, 0, 0, 0))
                say("unshare", call(\(RefusedCall.all.first { $0.name == "unshare" }?.number(in: Self.own) ?? 0), 0x10000000))
                thread = threading.Thread(target=lambda: say("thread", "OK"))
                thread.start()
                thread.join()
                say("program", subprocess.run(["true"]).returncode)
                """
        #expect(
            try await lines(program, as: user) == [
                "clone3 ENOSYS", "user EPERM", "unshare EPERM", "thread OK", "program 0",
            ])
    }

    #if arch(x86_64)
        /// Machine code that makes a call of 32-bit programs: `push rbx; mov eax, edi; mov ebx, esi; int 0x80; pop rbx; ret`.
        private static let calling32 =
            calling
                + """
                code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
                code.write(b"\\x53\\x89\\xf8\\x89\\xf3\\x31\\xc9\\x31\\xd2\\xcd\\x80\\x5b\\xc3")
                function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)
                call32 = function(ctypes.addressof(ctypes.c_char.from_buffer(code)))
                def say32(name, number, argument):
                    result = call32(number, argument)
                    say(name, errno.errorcode[-result] if result < 0 else "OK")
                if call32(20, 0) != os.getpid():
                    say("no", "32-bit calls")
                    sys.exit()

                """

        @Test(arguments: User.here) func `calls of 32-bit programs are refused too`(_ user: User) async throws {
            let calls = RefusedCall.all.compactMap { call in call.number(in: .i386).map { (call.name, $0) } }
            let program =
                Self.calling32 + calls.map { "say32(\"\($0)\", \($1), -1)\n" }.joined()
                + "say32(\"clone\", 120, 0x10000011)\nsay32(\"clone3\", 435, 0)\nsay32(\"getuid\", 24, 0)\n"
            let lines = try await lines(program, as: user)
            // A kernel without 32-bit programs has no such calls.
            if lines == ["no 32-bit calls"] { return }
            #expect(
                lines == calls.map { "\($0.0) EPERM" } + ["clone EPERM", "clone3 ENOSYS", "getuid OK"], "\(lines)")
        }
    #endif

    @Test(.enabled(if: FileSystem.isExecutable("/usr/bin/fakeroot"), "fakeroot is not installed"), arguments: User.here)
    func `fakeroot works`(_ user: User) async throws {
        let script = "fakeroot sh -c 'touch f; chown 12:34 f; stat -c %u:%g f' >out"
        #expect(try await lines(script, by: "/bin/sh", as: user) == ["12:34"])
    }

    // MARK: Files

    private static let commands = [
        "mount -o remount,bind,rw /usr", "mount -t tmpfs none /tmp", "umount /proc/sys", "touch /usr/new",
        "chmod 777 /usr/bin", "/usr/sbin/chroot / true", "unshare -U true", "unshare -Ur true", "unshare -m true",
        "nsenter -t 1 -m true", "mknod /xbuild/device b 8 0",
    ]

    @Test(arguments: User.here) func `the system's folders and mounts cannot be changed`(_ user: User) async throws {
        let script =
            ": >out\n"
            + Self.commands.map { "if \($0) >/dev/null 2>&1; then echo '\($0)' >>out; fi\n" }.joined()
            + "echo end >>out\n"
        #expect(try await lines(script, by: "/bin/sh", as: user) == ["end"])
    }

    private static let changes = [
        "echo x >TREE/a", "echo x >>TREE/a", "touch TREE/a", "chmod 777 TREE/a", "chmod 777 TREE", "mv TREE/a TREE/b",
        "mv TREE other", "rm TREE/a", "ln TREE/a TREE/b", "ln TREE/a link", "mkdir TREE/new", "ln -s a TREE/new",
        "mount -o remount,bind,rw TREE", "umount TREE", "mount --bind /tmp TREE",
    ]

    @Test(arguments: User.here, [true, false])
    func `trees that steps share cannot be changed from inside`(_ user: User, _ isShared: Bool) async throws {
        var plan = Plan()
        let maker = plan.script("make", "mkdir tree; echo one >tree/a", outputs: ["tree"])
        let script =
            "cat sysroot/a >out\n"
            + Self.changes.map { $0.replacing("TREE", with: "sysroot") }.map {
                "if (\($0)) >/dev/null 2>&1; then echo '\($0)' >>out; fi\n"
            }.joined()
        let names: Set<RelativePath> = ["sysroot"]
        let lines = try await lines(
            script, by: "/bin/sh", as: user, inputs: ["sysroot": .output(maker, "tree")], plan: plan,
            shared: isShared ? names : [], readOnly: isShared ? [] : names)
        #expect(lines == ["one"])
        let report = try await space.store.verify(removingFaults: false, readers: 1)
        #expect(report.faults.isEmpty && report.blobs > 0)
    }

    @Test(arguments: User.here) func `the first process shows no path of the store or the work folder`(
        _ user: User
    ) async throws {
        let script =
            "for file in cmdline environ cwd; do cat -v /proc/1/$file; readlink /proc/1/$file; echo; done >out || :"
        let lines = try await lines(script, by: "/bin/sh", as: user)
        #expect(lines.contains { $0.contains("bwrap") }, "\(lines)")
        #expect(!lines.contains { $0.contains(space.folder.lastComponent?.string ?? "/") }, "\(lines)")
    }
}
