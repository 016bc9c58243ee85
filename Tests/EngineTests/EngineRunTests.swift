import Actions
import Basics
import Foundation
import Store
import SystemPackage
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(1)))
struct EngineRunTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// `a` makes a folder, `b` uses a file of it.
    private func twoSteps() -> (plan: Plan, a: StepID, b: StepID) {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo hello >out/sub/text; ln -s sub/text out/link")
        let b = plan.script(
            "b", "cat in/text given >out",
            inputs: [
                "in": .output(a, "out/sub"), "given": .contents("given\n", isExecutable: false),
            ])
        return (plan, a, b)
    }

    @Test func aStepGetsWhatEarlierOnesLeft() async throws {
        let (plan, a, b) = twoSteps()
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.succeeded)
        #expect(outcome.counts == RunCounts(built: 2))
        #expect(try space.text(outcome.results[b]) == "hello\ngiven\n")
        #expect(outcome.results[a]?.action?.outputs.keys.map(\.string) == ["out"])
        #expect(space.workFolders.isEmpty)
    }

    @Test func theSecondRunFindsEverythingAndStartsNothing() async throws {
        let (plan, _, b) = twoSteps()
        _ = try await space.engine().run(plan, options: .direct())
        let recorder = Recorder()
        var engine = space.engine()
        engine.processes = .unimplemented
        let outcome = try await engine.run(plan, options: .direct(), report: recorder.take)
        #expect(outcome.counts == RunCounts(cached: 2))
        #expect(try space.text(outcome.results[b]) == "hello\ngiven\n")
        #expect(recorder.started.isEmpty)
        #expect(recorder.events.first == .runStarted(steps: 2, jobs: 2))
    }

    @Test func onlyWhatTheGoalsNeedRuns() async throws {
        var (plan, a, b) = twoSteps()
        plan.script("c", "exit 1")
        let outcome = try await space.engine().run(plan, goals: [b], options: .direct())
        #expect(outcome.results.keys.sorted() == [a, b])
        #expect(outcome.succeeded)
    }

    @Test func aChangedInputRunsWhatNeedsItAndNoMore() async throws {
        let steps: (String) -> Plan = { text in
            var plan = Plan()
            let a = plan.script("a", "cat given >out", inputs: ["given": .contents(text, isExecutable: false)])
            plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
            plan.script("c", "echo c >out")
            return plan
        }
        _ = try await space.engine().run(steps("1"), options: .direct())
        let recorder = Recorder()
        let outcome = try await space.engine().run(steps("2"), options: .direct(), report: recorder.take)
        #expect(outcome.counts == RunCounts(cached: 1, built: 2))
        #expect(recorder.started == ["a", "b"])
    }

    @Test func aStepThatLeavesTheSameAsBeforeRunsNothingBelowIt() async throws {
        let steps: (String) -> Plan = { comment in
            var plan = Plan()
            let a = plan.script("a", "echo same >out # \(comment)")
            plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
            return plan
        }
        _ = try await space.engine().run(steps("1"), options: .direct())
        let outcome = try await space.engine().run(steps("2"), options: .direct())
        #expect(outcome.counts == RunCounts(cached: 1, built: 1))
    }

    // MARK: Failures

    @Test func aFailedStepIsAValueAndItsFolderIsKept() async throws {
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
        #expect(Files.exists(FilePath(try #require(failure.workFolder)).appending("root/script")))
        #expect(outcome.results[b] == .skipped)
        #expect(!outcome.succeeded && !outcome.wasCancelled)
        #expect(recorder.events.contains(.stepFailed(StepLabel(a, of: plan), failure)))
        #expect(recorder.events.contains(.stepSkipped(StepLabel(b, of: plan))))
    }

    @Test func aFailureIsNeverStored() async throws {
        var plan = Plan()
        plan.script("a", "exit 1")
        for _ in 0..<2 {
            let recorder = Recorder()
            _ = try await space.engine().run(plan, options: .direct(), report: recorder.take)
            #expect(recorder.started == ["a"])
        }
        // The folder of the first failure went when the step ran again.
        #expect(space.workFolders.count { $0 != "owner" } == 1)
    }

    @Test(arguments: [
        (name: "an output that is not there", script: "true", reason: StepFailure.Reason.missingOutputs(["out"])),
        (name: "a signal", script: "kill -KILL $$", reason: .signalled(9)),
        (name: "a program that is not there", script: "exec /no/such/program", reason: .exited(127)),
    ])
    func aStepFailsBy(_ row: (name: String, script: String, reason: StepFailure.Reason)) async throws {
        var plan = Plan()
        let a = plan.script("a", row.script)
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.results[a]?.failure?.reason == row.reason)
    }

    @Test func anOutputThatCannotBeKeptFailsTheStep() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir out; mkfifo out/pipe")
        let outcome = try await space.engine().run(plan, options: .direct())
        guard case .unkeepableOutput = outcome.results[a]?.failure?.reason else {
            Issue.record("it failed otherwise: \(String(describing: outcome.results[a]))")
            return
        }
    }

    @Test(arguments: [SandboxMode.off, .auto])
    func aStepThatTakesTooLongIsEndedWithAllThatItStarted(sandbox: SandboxMode) async throws {
        var plan = Plan()
        let mark = "60.\(UInt32.random(in: 100_000...999_999))"
        let a = plan.script("a", "echo before; sleep \(mark) & sleep \(mark); true")
        let options = Engine.Options(jobs: 2, sandbox: sandbox, timeout: 1, lines: .all)
        let outcome = try await space.engine().run(plan, options: options)
        #expect(processes(naming: mark) == [])
        let failure = try #require(outcome.results[a]?.failure)
        #expect(failure.reason == .timedOut(1))
        #expect(try space.log(failure) == "before\n")
    }

    /// `b` starts first, for the sake of `c`; then `a`, which stands before `c`, fails.
    @Test(arguments: [(keepGoing: true, built: 2), (keepGoing: false, built: 1)])
    func afterAFailureTheRestRunsOnlyWithKeepGoing(_ row: (keepGoing: Bool, built: Int)) async throws {
        var plan = Plan()
        plan.script("a", "exit 1")
        let b = plan.script("b", "echo b >out")
        plan.script("c", "cat in >out", inputs: ["in": .output(b, "out")])
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 1, keepGoing: row.keepGoing))
        #expect(outcome.counts.failed == 1)
        #expect(outcome.counts.built == row.built)
        #expect(outcome.counts.cancelled == 2 - row.built)
    }

    /// `b` needs what `a` did not leave: it fails, the step after it is skipped, and another goes on.
    @Test func aStepWhoseInputWasNotLeftFailsAloneWithKeepGoing() async throws {
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

    @Test func aStepWhoseInputWasNotLeftFailsTheRun() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir out")
        let b = plan.script("b", "true", inputs: ["in": .output(a, "out/nothing")])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(!outcome.succeeded)
        #expect(outcome.results[b]?.failure?.kind == .build)
    }

    /// What lies in a folder that cannot be listed, or under names that are too long, is the step's fault and no other's.
    @Test(arguments: [
        "mkdir -p out/in; i=0; cd out; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i + 1)); done",
        "mkdir out; mkfifo out/pipe",
        "mkdir out; : >out/file; ln -s x \"$(printf 'out/\\377')\"",
    ])
    func whatCannotBeKeptFailsItsStepOnly(script: String) async throws {
        var plan = Plan()
        let a = plan.script("a", script)
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unkeepableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// No path can name what lies at the bottom of the tree; its kept folder goes when the step runs again.
    @Test func aTreeThatIsFarTooDeepFailsItsStepAndIsRemoved() async throws {
        let script = """
            if test -n "$FIXED"; then : >out; exit; fi
            deep=$(printf 'd/%.0s' $(seq 1500)); mkdir -p "out/$deep" "b/$deep"; mv b "out/$deep"
            """
        var plan = Plan()
        let a = plan.script("a", script)
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unkeepableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(!space.workFolders.isEmpty)
        var fixed = Plan()
        fixed.script("a", script, environment: ["PATH": "/usr/bin:/bin", "FIXED": "1"])
        #expect(try await space.engine().run(fixed, options: .direct()).succeeded)
        #expect(space.workFolders == ["owner"])
    }

    @Test(.enabled(if: geteuid() != 0, "nothing is closed to root"))
    func aFolderThatCannotBeListedFailsItsStepOnly() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/closed; chmod 0 out/closed")
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .unkeepableOutput? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// Names that a recipe, or what an earlier step left, brings along.
    @Test(arguments: [
        (name: "a file above an output", input: "deep" as RelativePath, output: "deep/down/out" as RelativePath),
        (name: "an output as long as a path may be", input: "in", output: longPath),
        (name: "an input as long as a path may be", input: longPath, output: "out"),
    ])
    func whatHasNoRoomFailsItsStepOnly(_ row: (name: String, input: RelativePath, output: RelativePath)) async throws {
        var plan = Plan()
        let a = plan.script(
            "a", "true", inputs: [row.input: .contents("", isExecutable: false)], outputs: [row.output])
        let b = plan.script("b", ": >out")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        guard case .noRoom? = outcome.results[a]?.failure?.reason else {
            Issue.record("\(String(describing: outcome.results[a]))")
            return
        }
        #expect(outcome.results[b]?.source == .built)
    }

    /// 4095 bytes, which PATH_MAX allows for a path by itself.
    private static let longPath: RelativePath = {
        let folders = Array(repeating: String(repeating: "d", count: 127), count: 31)
        return RelativePath((folders + [String(repeating: "e", count: 125), "f"]).joined(separator: "/"))!
    }()

    // MARK: Inputs

    @Test func anInputBelowAFolderIsLaidOverIt() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo old >out/sub/x; echo y >out/sub/y")
        let b = plan.script(
            "b", "cat in/sub/x in/sub/y in/new/z >out",
            inputs: [
                "in": .output(a, "out"), "in/sub/x": .contents("new\n", isExecutable: false),
                "in/new/z": .contents("z\n", isExecutable: false),
            ])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[b]) == "new\ny\nz\n")
    }

    @Test func anInputBelowAFileFailsItsStepOnly() async throws {
        var plan = Plan()
        let a = plan.script("a", ": >out")
        let b = plan.script("b", "true", inputs: ["in": .output(a, "out"), "in/x": .contents("", isExecutable: false)])
        let c = plan.script("c", ": >out # c")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        #expect(outcome.results[b] == .failed(StepFailure(kind: .build, reason: .inputsClash("in/x"))))
        #expect(outcome.results[c]?.source == .built)
    }

    @Test func aLocalFileIsCarriedAlongAndHeldToItsDigest() async throws {
        let path = space.folder.appending("tool").string
        try "echo tool >out\n".write(toFile: path, atomically: true, encoding: .utf8)
        let digest = Digest(of: Array("echo tool >out\n".utf8))
        var plan = Plan()
        let a = plan.script("a", "./tool", inputs: ["tool": .localFile(path: path, digest, isExecutable: true)])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a]) == "tool\n")

        try "changed".write(toFile: path, atomically: true, encoding: .utf8)
        let other = Digest(of: Array("what it was".utf8))
        var wrong = Plan()
        wrong.script("a", "./tool", inputs: ["tool": .localFile(path: path, other, isExecutable: true)])
        await #expect {
            _ = try await space.engine().run(wrong, options: .direct())
        } throws: {
            if case EngineError.localFileChanged(path) = $0 { return true }
            return false
        }
    }

    // MARK: What a command sees

    @Test func aCommandsEnvironmentIsItsOwnAndTheThreeDocumentedVariables() async throws {
        var plan = Plan()
        let a = plan.add(
            Step(
                title: "a",
                work: .command(
                    arguments: ["/bin/sh", "-c", "/usr/bin/env -0 -u PWD >out"],
                    environment: ["A": "1 2\n3", "LC_ALL": "C"]),
                inputs: [:], outputs: ["out"]))
        // Without a shell in between, which would add `PWD`.
        let b = plan.add(
            Step(
                title: "b", work: .command(arguments: ["/usr/bin/env", "-0"], environment: ["A": "1 2\n3"]),
                inputs: [:], outputs: []))
        let outcome = try await space.engine().run(plan, options: .direct())
        let added = ["HOME", "TMPDIR", "XBUILD_GATE", "XBUILD_JOBSERVER"]
        let names = { (text: String?) in
            Set((text ?? "").split(separator: "\0").compactMap { $0.split(separator: "=").first.map(String.init) })
        }
        #expect(names(try space.text(outcome.results[a])) == Set(["A", "LC_ALL"] + added))
        let log = try #require(outcome.results[b]?.action?.log.flatMap { try space.store.blob($0) })
        let text = String(decoding: log, as: UTF8.self)
        #expect(names(text) == Set(["A"] + added))
        #expect(text.split(separator: "\0").contains("A=1 2\n3"))
    }

    @Test func whatACommandNamesItselfIsNotReplaced() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo $HOME >out", environment: ["HOME": "/mine", "PATH": "/bin"])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a]) == "/mine\n")
    }

    @Test func homeAndTemporaryFoldersAreEmptyAndBelowTheWorkingDirectory() async throws {
        var plan = Plan()
        let a = plan.script(
            "a",
            """
            test -d "$HOME" && test -d "$TMPDIR" && test -z "$(ls -A "$HOME" "$TMPDIR" | grep -v :)"
            case $HOME in "$PWD"/*) ;; *) exit 1 ;; esac
            case $TMPDIR in "$PWD"/*) ;; *) exit 1 ;; esac
            echo fine >out
            """)
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.succeeded, "\(String(describing: outcome.results[a]))")
    }

    @Test func standardInputIsEmptyAndTheUmaskFixed() async throws {
        var plan = Plan()
        let a = plan.script("a", "{ wc -c; umask; } >out")
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a]) == "0\n0022\n")
    }

    @Test func theFolderOfAnOutputIsThereBeforehand() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo x >deep/down/file", outputs: ["deep/down/file"])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a], "deep/down/file") == "x\n")
    }

    @Test func outputAndErrorsComeAsLinesInTheirOrder() async throws {
        var plan = Plan()
        let a = plan.script("a", "for i in 1 2 3; do echo out $i; echo err $i >&2; done; printf end; : >out")
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct(), report: recorder.take)
        let expected = ["out 1", "err 1", "out 2", "err 2", "out 3", "err 3", "end"]
        #expect(recorder.lines == expected)
        let log = try #require(outcome.results[a]?.action?.log.flatMap { try space.store.blob($0) })
        #expect(String(decoding: log, as: UTF8.self) == expected.joined(separator: "\n"))
    }

    @Test func theLatestLineIsEnoughForAView() async throws {
        var plan = Plan()
        plan.script("a", "for i in $(seq 1000); do echo $i; done; echo; : >out")
        let recorder = Recorder()
        _ = try await space.engine().run(plan, options: .direct(lines: .latest), report: recorder.take)
        #expect(recorder.lines.last == "1000")
        #expect(recorder.lines.count < 1000)
    }

    #if os(Linux)
        @Test func theCPUTimeOfACommandIsKnown() async throws {
            var plan = Plan()
            plan.script("a", "i=0; while test $i -lt 100000; do i=$((i + 1)); done; : >out")
            let outcome = try await space.engine().run(plan, options: .direct())
            #expect(outcome.cpuSeconds > 0)
        }
    #endif

    @Test func twoStepsWithOneActionRunItOnceAndTheOtherSaysForWhichItWaits() async throws {
        var plan = Plan()
        for title in ["a", "b"] { plan.script(title, "echo x >>\(space.folder)/ran; sleep 0.1; : >out") }
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct(), report: recorder.take)
        let labels = plan.ids.map { StepLabel($0, of: plan) }
        let first = try #require(labels.first { recorder.started == [$0.title] })
        let second = try #require(labels.first { $0 != first })
        #expect(recorder.events.contains(.waitingForTwin(second, twin: first)))
        #expect(!recorder.events.contains(.waitingForAnother(second)))
        #expect(outcome.counts == RunCounts(cached: 1, built: 1))
        #expect(Files.read(space.folder.appending("ran")) == "x\n")
    }

    @Test func theSameInputsGiveTheSameResultUnderAnotherUmaskAndNumberOfJobs() async throws {
        let (plan, a, b) = twoSteps()
        let first = try await space.engine().run(plan, options: .direct(jobs: 1))
        let other = try TestSpace()
        let before = umask(0o077)
        defer { umask(before) }
        let second = try await other.engine().run(plan, options: .direct(jobs: 7))
        for id in [a, b] {
            #expect(first.results[id]?.action?.outputs == second.results[id]?.action?.outputs)
        }
    }
}
