import Actions
import Basics
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import Engine

/// The argument lists. These tests need no sandbox.
struct SandboxArgumentTests {
    private let sandbox = Sandbox(
        program: "/usr/bin/bwrap", system: [.folder("/usr"), .link("/bin", target: "usr/bin")],
        readOnly: ["/opt/tools"])

    private let pipes = JobPipes(tokens: "/w/pipe", gate: "/w/gate")
    private var arguments: [String] { sandbox.arguments(root: "/w/root", pipes: pipes) }

    @Test(arguments: [
        (name: "no network and no other process", words: ["--unshare-all"]),
        (name: "no capability, also for root", words: ["--cap-drop", "ALL"]),
        (name: "a user namespace", words: ["--unshare-user"]),
        (name: "no user namespace inside", words: ["--disable-userns", "--assert-userns-disabled"]),
        (name: "no way to write the kernel's settings", words: ["--ro-bind-try", "/proc/sys", "/proc/sys"]),
        (name: "nothing outlives xbuild", words: ["--die-with-parent"]),
        (name: "no way to type into the terminal", words: ["--new-session"]),
        (name: "one host name everywhere", words: ["--hostname", "xbuild"]),
        (name: "a system folder read-only", words: ["--ro-bind", "/usr", "/usr"]),
        (name: "a system link as a link", words: ["--symlink", "usr/bin", "/bin"]),
        (name: "a toolchain read-only", words: ["--ro-bind", "/opt/tools", "/opt/tools"]),
        (name: "settings where they exist", words: ["--ro-bind-try", "/etc/passwd", "/etc/passwd"]),
        (name: "its inputs at a fixed place", words: ["--bind", "/w/root", "/xbuild"]),
        (name: "the jobserver's pipe", words: ["--bind", "/w/pipe", "/run/xbuild-jobserver"]),
        (name: "the gate", words: ["--bind", "/w/gate", "/run/xbuild-gate"]),
        (name: "everything else read-only", words: ["--remount-ro", "/"]),
    ])
    func `the sandbox has each of its arguments once`(_ row: (name: String, words: [String])) {
        let starts = arguments.indices.filter { arguments[$0...].starts(with: row.words) }
        #expect(starts.count == 1)
    }

    @Test func `the root becomes read-only after all mounts`() throws {
        let closed = try #require(arguments.firstIndex(of: "--remount-ro"))
        #expect(arguments[closed...] == ["--remount-ro", "/", "--chdir", "/xbuild", "--"])
    }

    /// A toolchain below `/tmp` must not be hidden by the empty `/tmp`.
    @Test func `toolchains are mounted after the empty folders`() throws {
        let temporary = try #require(arguments.firstIndex(of: "--tmpfs"))
        #expect(try temporary < #require(arguments.firstIndex(of: "/opt/tools")))
    }

    // MARK: What the probe tries

    @Test(.enabled(if: SandboxProbe.programs.contains { Files.exists($0) }, "bubblewrap is not installed"))
    func `a bubblewrap before version 0.8 gets no option that it does not know`() async throws {
        let tried = Mutex<[[String]]>([])
        let probe = SandboxProbe { arguments in
            tried.withLock { $0.append(arguments) }
            return (!arguments.contains("--disable-userns"), "bwrap: Unknown option --disable-userns")
        }
        let found = try await probe.find(readOnly: []).get()
        let arguments = found.arguments(root: "/w/root", pipes: pipes)
        #expect(tried.withLock { $0.map { $0.contains("--assert-userns-disabled") } } == [true, false])
        #expect(arguments.contains("--cap-drop"))
        #expect(!arguments.contains("--disable-userns") && !arguments.contains("--assert-userns-disabled"))
    }

    // MARK: How a command is started

    private let command = Command(
        arguments: ["cc", "-c", "a b.c"], environment: ["PATH": "/bin", "A": "1"], outputPaths: [])

    @Test func `a command is launched directly`() {
        let launch = Launch(sandbox: nil, pipes: pipes)
        #expect(
            launch.arguments(command, in: WorkFolder(folder: "/w")) == [
                "/bin/sh", "-c", "umask 022; exec \"$@\"", "sh", "/usr/bin/env", "-i", "A=1",
                "HOME=/w/root/.home", "PATH=/bin", "TMPDIR=/w/root/.tmp", "XBUILD_GATE=/w/gate",
                "XBUILD_JOBSERVER=/w/pipe", "cc", "-c", "a b.c",
            ])
    }

    @Test func `a command is launched in the sandbox`() {
        let launch = Launch(sandbox: sandbox, pipes: pipes)
        let inside = sandbox.arguments(root: "/w/root", pipes: pipes, reportsTo: 9)
        let shell = ["/bin/sh", "-c", "umask 022; exec \"$@\" 9>\"$0\"", "/w/sandbox"]
        let program = [
            "/bin/sh", "-c", "\"$@\"; status=$?; times >.times; exit $status", "sh", "/usr/bin/env", "-i", "A=1",
            "HOME=/xbuild/.home", "PATH=/bin", "TMPDIR=/xbuild/.tmp",
            "XBUILD_GATE=/run/xbuild-gate", "XBUILD_JOBSERVER=/run/xbuild-jobserver", "cc", "-c", "a b.c",
        ]
        #expect(launch.arguments(command, in: WorkFolder(folder: "/w")) == shell + inside + program)
    }
}

/// The sandbox modes, with a given result of the probe.
@Suite(.timeLimit(.minutes(10)))
struct SandboxModeTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    private var plan: Plan {
        var plan = Plan()
        plan.script("a", ": >out")
        plan.script("b", ": >out # b")
        return plan
    }

    private func engineWithoutSandbox() -> Engine {
        var engine = space.engine()
        engine.sandboxProbe = SandboxProbe { _ in (succeeded: false, output: "bwrap: no permission\nmore") }
        return engine
    }

    @Test(
        .enabled(if: SandboxProbe.programs.contains { Files.exists($0) }, "what is tested is that it does not work"))
    func `with auto, actions run directly and one event reports it`() async throws {
        let recorder = Recorder()
        let options = Engine.Options(jobs: 2, sandbox: .auto)
        let outcome = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        #expect(outcome.succeeded)
        let said = recorder.events.filter { $0 == .sandboxUnavailable(reason: "bwrap: no permission") }
        #expect(said.count == 1)
    }

    @Test func `with require, nothing runs without a sandbox`() async throws {
        let recorder = Recorder()
        await #expect {
            let options = Engine.Options(jobs: 2, sandbox: .require)
            _ = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        } throws: {
            guard case EngineError.noSandbox = $0 else { return false }
            return ($0 as? EngineError)?.hint?.contains("apt-get install bubblewrap") == true
        }
        #expect(recorder.started.isEmpty)
    }

    @Test(arguments: [SandboxMode.auto, .require]) func `on a system without sandboxes only require fails`(
        mode: SandboxMode
    ) async throws {
        var engine = space.engine()
        engine.sandboxProbe = SandboxProbe(isPossible: false) { _ in (succeeded: true, output: "") }
        let recorder = Recorder()
        do {
            let options = Engine.Options(jobs: 2, sandbox: mode)
            #expect(try await engine.run(plan, options: options, report: recorder.take).succeeded)
            #expect(mode == .auto)
        } catch {
            #expect(mode == .require)
            #expect("\(error)" == "the sandbox does not work here: there is a sandbox on Linux only")
        }
        #expect(!recorder.events.contains { if case .sandboxUnavailable = $0 { true } else { false } })
    }

    @Test func `with off, the sandbox is not probed`() async throws {
        let recorder = Recorder()
        let options = Engine.Options(jobs: 2, sandbox: .off)
        _ = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        #expect(!recorder.events.contains { if case .sandboxUnavailable = $0 { true } else { false } })
    }
}

/// Whether bubblewrap works here; probed once for all these tests.
enum SandboxHere {
    static let works = runs([])
    /// From version 0.8 on.
    static let disablesNamespaces = runs(["--unshare-user", "--disable-userns"])

    private static func runs(_ options: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/bwrap")
        process.arguments = ["--unshare-all"] + options + ["--ro-bind", "/", "/", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

/// Real actions in a real sandbox.
@Suite(.enabled(if: SandboxHere.works, "bubblewrap does not work here"), .timeLimit(.minutes(10)))
struct SandboxRunTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    private func run(_ script: String, readOnly: [FilePath] = [], inputs: [RelativePath: Input] = [:]) async throws
        -> (text: String?, failure: StepFailure?)
    {
        var plan = Plan()
        let a = plan.script("a", script, inputs: inputs)
        let options = Engine.Options(jobs: 2, sandbox: .require, readOnly: readOnly, timeout: 30)
        let outcome = try await space.engine().run(plan, options: options)
        return (try space.text(outcome.results[a]), outcome.results[a]?.failure)
    }

    @Test func `an action runs at a fixed place with its inputs`() async throws {
        let given = Input.contents("given\n", isExecutable: false)
        #expect(try await run("{ pwd; cat in; } >out", inputs: ["in": given]).text == "/xbuild\ngiven\n")
    }

    @Test func `the sandbox has no network`() async throws {
        // Only the loopback interface, and no program listens on it.
        #expect(try await run("ls /sys/class/net >out 2>&1 || grep -c : /proc/net/dev >out").text == "1\n")
    }

    @Test(arguments: ["/root", "/home", "/var/lib", "/etc/hostname", "/etc/shadow"])
    func `the sandbox hides a path of the machine`(_ path: String) async throws {
        #expect(try await run("test ! -e \(path); : >out").text == "")
    }

    @Test func `the sandbox hides the store`() async throws {
        #expect(try await run("test ! -e \(space.folder); : >out").text == "")
    }

    @Test(arguments: ["/new", "/usr/new", "/etc/new", "/run/new"])
    func `the sandbox refuses writes to a path`(_ path: String) async throws {
        #expect(try await run("(echo >\(path)) 2>/dev/null || echo closed >out").text == "closed\n")
        #expect(!Files.exists(FilePath(path)))
    }

    @Test(arguments: ["mount -o remount,bind,rw /usr", "mount -t tmpfs none /usr"])
    func `an action cannot change its mounts, also when root runs it`(_ command: String) async throws {
        let script = "\(command) 2>/dev/null && echo changed >out || echo refused >out"
        #expect(try await run(script).text == "refused\n")
    }

    /// Without a word written: the kernel would take it.
    @Test func `an action cannot change the kernel's settings, also when root runs it`() async throws {
        let script =
            "test -r /proc/sys/kernel/core_pattern && ! test -w /proc/sys/kernel/core_pattern && echo safe >out"
        #expect(try await run(script).text == "safe\n")
    }

    @Test(.enabled(if: SandboxHere.disablesNamespaces, "bubblewrap is older than 0.8"))
    func `an action cannot make a user namespace`() async throws {
        let script = "unshare -Ur true 2>/dev/null && echo made >out || echo refused >out"
        #expect(try await run(script).text == "refused\n")
    }

    @Test func `files written to /tmp are gone afterwards`() async throws {
        let name = "xbuild-sandbox-\(UUID().uuidString)"
        #expect(try await run("echo x >/tmp/\(name); cat /tmp/\(name) >out").text == "x\n")
        #expect(!Files.exists(FilePath("/tmp/\(name)")))
    }

    @Test func `the sandbox shows no other process`() async throws {
        let text = try #require(try await run("ls /proc | grep -c '^[0-9]' >out").text)
        #expect(try #require(Int(text.trimmingCharacters(in: .newlines))) < 10)
    }

    @Test func `a toolchain is readable but not writable`() async throws {
        let tools = space.folder.appending("tools")
        try Files.makeFolder(tools)
        try Files.write("tool", to: tools.appending("tool"))
        let script = "(echo >\(tools)/new) 2>/dev/null || cat \(tools)/tool >out"
        #expect(try await run(script, readOnly: [tools]).text == "tool")
    }

    @Test func `the job server works in the sandbox`() async throws {
        // One token belongs to the action; the other one is in the pipe.
        #expect(try await run("exec 8<>\"$XBUILD_JOBSERVER\"; dd bs=1 count=1 <&8 2>/dev/null >out").text == "+")
    }

    @Test func `the environment is exact`() async throws {
        var plan = Plan()
        let a = plan.add(
            Step(
                "a", work: .command(arguments: ["/usr/bin/env", "-0"], environment: ["A": "1"]), inputs: [:],
                outputs: []))
        let outcome = try await space.engine().run(plan, options: Engine.Options(jobs: 1, sandbox: .require))
        let log = try #require(outcome.results[a]?.action?.log.flatMap { try space.store.blob($0) })
        #expect(
            Set(String(decoding: log, as: UTF8.self).split(separator: "\0")) == [
                "A=1", "HOME=/xbuild/.home", "TMPDIR=/xbuild/.tmp", "XBUILD_GATE=/run/xbuild-gate",
                "XBUILD_JOBSERVER=/run/xbuild-jobserver",
            ])
    }

    @Test func `the CPU time of a sandboxed command is recorded`() async throws {
        var plan = Plan()
        let a = plan.script("a", "i=0; while test $i -lt 100000; do i=$((i + 1)); done; : >out")
        let outcome = try await space.engine().run(plan, options: Engine.Options(jobs: 1, sandbox: .require))
        guard case .done(let success)? = outcome.results[a] else {
            Issue.record("it failed")
            return
        }
        #expect(try #require(success.cpuSeconds) > 0)
        #expect(outcome.cpuSeconds == success.cpuSeconds)
    }

    @Test func `an exit status passes through the sandbox`() async throws {
        #expect(try await run("exit 7").failure?.reason == .exited(7))
    }

    @Test func `an action has the same key with and without a sandbox`() async throws {
        _ = try await run("echo x >out")
        var plan = Plan()
        let a = plan.script("a", "echo x >out")
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.results[a]?.source == .cached)
    }

    @Test func `with require, results made without a sandbox are not used`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo x >out")
        let built = plan.add(
            Step("b", work: .builtin(name: "b", revision: 1, parameters: ""), inputs: [:], outputs: []))
        let builtins: [String: Builtin] = ["b": { _ in BuiltinOutcome(outputs: [:]) }]
        let modes: [SandboxMode] = [.off, .require, .require, .auto, .off]
        var sources: [StepState.Source?] = []
        for mode in modes {
            let options = Engine.Options(jobs: 1, sandbox: mode)
            let outcome = try await space.engine(builtins).run(plan, options: options)
            sources.append(outcome.results[a]?.source)
            #expect(outcome.results[built]?.source == (sources.count == 1 ? .built : .cached))
        }
        #expect(sources == [.built, .built, .cached, .cached, .cached])
    }

    @Test func `no descriptor of xbuild is open in the sandbox`() async throws {
        // The fourth descriptor is that of the listed folder.
        #expect(try await run("ls /proc/self/fd | wc -l >out").text == "4\n")
    }

    @Test func `background processes of a finished step are gone`() async throws {
        let mark = "3\(Int.random(in: 1_000_000...9_999_999))"
        #expect(try await run("for i in 1 2 3 4; do setsid sleep \(mark) & done; : >out").text == "")
        #expect(processes(naming: mark) == [])
    }

    @Test func `no process survives cancellation in the sandbox`() async throws {
        let mark = "3\(Int.random(in: 1_000_000...9_999_999))"
        var plan = Plan()
        plan.script("a", "trap '' TERM; setsid sleep \(mark) & sleep \(mark) & echo started; wait; sleep \(mark)")
        let (engine, ready, recorder) = (space.engine(), plan, Recorder())
        let run = Task {
            try await engine.run(ready, options: Engine.Options(jobs: 1, sandbox: .require), report: recorder.take)
        }
        while recorder.lines.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(processes(naming: mark) != [])
        run.cancel()
        #expect(try await run.value.wasCancelled)
        #expect(processes(naming: mark) == [])
    }
}
