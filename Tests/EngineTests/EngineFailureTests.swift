import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Failing steps and their effect on other steps.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct EngineFailureTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    @Test func `a failed step is part of the outcome, and its folder is kept`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo reason >&2; exit 3")
        let b = plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct(), report: recorder.take)
        let failure = try #require(outcome.results[a]?.failure)
        #expect(failure.reason == .exited(3))
        #expect(failure.kind == .build)
        #expect(try space.log(failure) == "reason\n")
        #expect(try String(contentsOfFile: #require(failure.logPath), encoding: .utf8) == "reason\n")
        #expect(FilePath(try #require(failure.workFolder)).appending("root/script").exists)
        #expect(outcome.results[b] == .skipped)
        #expect(!outcome.succeeded && !outcome.wasCancelled)
        #expect(recorder.events.contains(.stepFailed(StepLabel(a, of: plan), failure)))
        #expect(recorder.events.contains(.stepSkipped(StepLabel(b, of: plan))))
    }

    @Test func `a failed step runs again in the next run`() async throws {
        var plan = Plan()
        plan.script("a", "exit 1")
        for _ in 0..<2 {
            let recorder = Recorder()
            _ = try await space.engine().run(plan, options: .direct(), report: recorder.take)
            #expect(recorder.started == ["a"])
        }
        // The folder of the first failure was removed when the step ran again.
        #expect(space.workFolders.count { $0 != "owner" } == 1)
    }

    @Test(arguments: [
        (name: "a missing output", script: "true", reason: StepFailure.Reason.missingOutputs(["out"])),
        (name: "a signal", script: "kill -KILL $$", reason: .signalled(9)),
        (name: "a missing program", script: "exec /no/such/program", reason: .exited(127)),
    ])
    func `a failed step's reason states the cause`(_ row: (name: String, script: String, reason: StepFailure.Reason))
        async throws
    {
        var plan = Plan()
        let a = plan.script("a", row.script)
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.results[a]?.failure?.reason == row.reason)
    }

    @Test func `an output that cannot be stored fails the step`() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir out; mkfifo out/pipe")
        let outcome = try await space.engine().run(plan, options: .direct())
        guard case .unstorableOutput = outcome.results[a]?.failure?.reason else {
            Issue.record("an unexpected result: \(String(describing: outcome.results[a]))")
            return
        }
    }

    @Test(arguments: [SandboxMode.off, .auto])
    func `a timeout ends all processes of a step`(sandbox: SandboxMode) async throws {
        var plan = Plan()
        let mark = "60.\(UInt32.random(in: 100_000...999_999))"
        let a = plan.script("a", "echo before; sleep \(mark) & sleep \(mark); true")
        let options = Engine.Options(jobs: 2, sandbox: sandbox, timeout: 3, lines: .all)
        let outcome = try await space.engine().run(plan, options: options)
        #expect(processes(naming: mark) == [])
        let failure = try #require(outcome.results[a]?.failure)
        #expect(failure.reason == .timedOut(3))
        #expect(try space.log(failure) == "before\n")
    }

    /// `b` starts first because `c` depends on it; then `a`, which comes before `c`, fails.
    @Test(arguments: [(keepGoing: true, built: 2), (keepGoing: false, built: 1)])
    func `after a failure, other steps start only with keep-going`(_ row: (keepGoing: Bool, built: Int)) async throws {
        var plan = Plan()
        plan.script("a", "exit 1")
        let b = plan.script("b", "echo b >out")
        plan.script("c", "cat in >out", inputs: ["in": .output(b, "out")])
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 1, keepGoing: row.keepGoing))
        #expect(outcome.counts.failed == 1)
        #expect(outcome.counts.built == row.built)
        #expect(outcome.counts.cancelled == 2 - row.built)
    }

    /// `b` needs an output that `a` did not produce: `b` fails, its dependent is skipped, and other steps continue.
    @Test func `with keep-going, steps that do not need a step with a missing input continue`() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir out")
        let b = plan.script("b", "true", inputs: ["in": .output(a, "out/nothing")])
        let c = plan.script("c", "true", inputs: ["in": .output(b, "out")])
        let d = plan.script("d", ": >out", inputs: ["in": .output(a, "out")])
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true), report: recorder.take)
        let failure = StepFailure(kind: .build, reason: .missingInput("out/nothing", step: "a"))
        #expect(outcome.results[b] == .failed(failure))
        #expect(recorder.events.contains(.stepFailed(StepLabel(b, of: plan), failure)))
        #expect(outcome.results[c] == .skipped)
        #expect(outcome.results[d]?.source == .built)
        #expect(try await space.engine().inspect(plan)[b] == .dependsOnEarlierSteps)
    }

    @Test func `a step with a missing input fails the run`() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir out")
        let b = plan.script("b", "true", inputs: ["in": .output(a, "out/nothing")])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(!outcome.succeeded)
        #expect(outcome.results[b]?.failure?.kind == .build)
    }

    /// The outputs: a tree that is too deep, a named pipe, and a name that is not UTF-8.
    @Test(arguments: [
        "mkdir -p out/in; i=0; cd out; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i + 1)); done",
        "mkdir out; mkfifo out/pipe",
        "mkdir out; : >out/file; ln -s x \"$(printf 'out/\\377')\"",
    ])
    func `an output that cannot be stored fails only its step`(script: String) async throws {
        var plan = Plan()
        let a = plan.script("a", script)
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unstorableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// The innermost folder's path is longer than PATH_MAX allows. The next run of the step removes the kept folder.
    @Test func `a tree that is far too deep fails its step and is removed`() async throws {
        let script = """
            if test -n "$FIXED"; then : >out; exit; fi
            deep=$(printf 'd/%.0s' $(seq 1500)); mkdir -p "out/$deep" "b/$deep"; mv b "out/$deep"
            """
        var plan = Plan()
        let a = plan.script("a", script)
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unstorableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(!space.workFolders.isEmpty)
        var fixed = Plan()
        fixed.script("a", script, environment: ["PATH": "/usr/bin:/bin", "FIXED": "1"])
        #expect(try await space.engine().run(fixed, options: .direct()).succeeded)
        #expect(space.workFolders == ["owner"])
    }

    @Test(.enabled(if: geteuid() != 0, "root can read every folder"))
    func `an unreadable output folder fails only its step`() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/closed; chmod 0 out/closed")
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unstorableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// The paths can come from a recipe or from the output of an earlier step.
    @Test(arguments: [
        (name: "a file above an output", input: "deep" as RelativePath, output: "deep/down/out" as RelativePath),
        (name: "an output of the longest possible path", input: "in", output: longPath),
        (name: "an input of the longest possible path", input: longPath, output: "out"),
    ])
    func `a path that is too long or blocked by an input fails only its step`(
        _ row: (name: String, input: RelativePath, output: RelativePath)
    ) async throws {
        var plan = Plan()
        let a = plan.script(
            "a", "true", inputs: [row.input: .contents("", isExecutable: false)], outputs: [row.output])
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unwritablePath? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// 4095 bytes, the longest path that PATH_MAX allows.
    private static let longPath: RelativePath = {
        let folders = Array(repeating: String(repeating: "d", count: 127), count: 31)
        return RelativePath((folders + [String(repeating: "e", count: 125), "f"]).joined(separator: "/"))!
    }()
}
