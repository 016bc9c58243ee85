import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Real actions in a real sandbox.
@Suite(.enabled(if: SandboxHere.works, "bubblewrap does not work here"), .timeLimit(.minutes(10)), .tags(.process))
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

    @Test func `an action runs at a fixed path with its inputs`() async throws {
        let given = Input.contents("given\n", isExecutable: false)
        #expect(try await run("{ pwd; cat in; } >out", inputs: ["in": given]).text == "/xbuild\ngiven\n")
    }

    @Test func `the sandbox has no network`() async throws {
        // The sandbox has only the loopback interface.
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
        #expect(!FileSystem.exists(path))
    }

    @Test(arguments: ["mount -o remount,bind,rw /usr", "mount -t tmpfs none /usr"])
    func `an action cannot change its mounts, even as root`(_ command: String) async throws {
        let script = "\(command) 2>/dev/null && echo changed >out || echo refused >out"
        #expect(try await run(script).text == "refused\n")
    }

    /// The test writes nothing, because a failure would change the machine's kernel.
    @Test func `an action cannot change the kernel's settings, even as root`() async throws {
        let script =
            "test -r /proc/sys/kernel/core_pattern && ! test -w /proc/sys/kernel/core_pattern && echo safe >out"
        #expect(try await run(script).text == "safe\n")
    }

    @Test(.enabled(if: SandboxHere.disablesNamespaces, "bubblewrap is older than 0.8"))
    func `an action cannot make a user namespace`() async throws {
        let script = "unshare -Ur true 2>/dev/null && echo made >out || echo refused >out"
        #expect(try await run(script).text == "refused\n")
    }

    @Test func `files that an action writes to /tmp do not appear in the machine's /tmp`() async throws {
        let name = "xbuild-sandbox-\(UUID().uuidString)"
        #expect(try await run("echo x >/tmp/\(name); cat /tmp/\(name) >out").text == "x\n")
        #expect(!FileSystem.exists("/tmp/\(name)"))
    }

    @Test func `the sandbox shows no other process`() async throws {
        let text = try #require(try await run("ls /proc | grep -c '^[0-9]' >out").text)
        #expect(try #require(Int(text.trimmingCharacters(in: .newlines))) < 10)
    }

    @Test func `a toolchain is readable but not writable`() async throws {
        let tools = space.folder.appending("tools")
        try tools.makeFolders()
        try tools.appending("tool").write("tool")
        let script = "(echo >\(tools)/new) 2>/dev/null || cat \(tools)/tool >out"
        #expect(try await run(script, readOnly: [tools]).text == "tool")
    }

    @Test func `the job server works in the sandbox`() async throws {
        // The action has one token; the other token is in the pipe.
        #expect(try await run("exec 8<>\"$XBUILD_JOBSERVER\"; dd bs=1 count=1 <&8 2>/dev/null >out").text == "+")
    }

    @Test func `in the sandbox, a command gets its own variables and the four documented ones`() async throws {
        var plan = Plan()
        let a = plan.add(
            Step(
                "a", work: .command(arguments: ["/usr/bin/env", "-0"], environment: ["A": "1"]), inputs: [:],
                outputs: []))
        let outcome = try await space.engine().run(plan, options: Engine.Options(jobs: 1, sandbox: .require))
        let log = try #require(outcome.results[a]?.action?.log.flatMap { try space.store.blob($0) })
        #expect(
            Set(String(decoding: log, as: UTF8.self).split(separator: "\0")) == [
                "A=1", "HOME=/xbuild/.home", "TMPDIR=/xbuild/.tmp",
                "XBUILD_CONFIGURE_BARRIER=/run/xbuild-configure-barrier",
                "XBUILD_JOBSERVER=/run/xbuild-jobserver",
            ])
    }

    @Test func `the CPU time of a sandboxed command is recorded`() async throws {
        var plan = Plan()
        let a = plan.script("a", "i=0; while test $i -lt 100000; do i=$((i + 1)); done; : >out")
        let outcome = try await space.engine().run(plan, options: Engine.Options(jobs: 1, sandbox: .require))
        guard case .done(let success)? = outcome.results[a] else {
            Issue.record("the step failed")
            return
        }
        #expect(try #require(success.cpuSeconds) > 0)
        #expect(outcome.cpuSeconds == success.cpuSeconds)
    }

    @Test func `the sandbox preserves the exit status`() async throws {
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
        // The descriptors are standard input, output and error, and that of the listed folder.
        #expect(try await run("ls /proc/self/fd | wc -l >out").text == "4\n")
    }

    @Test func `in the sandbox, background processes end with their step`() async throws {
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
