import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct EngineRunTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// `a` makes a folder; `b` uses a file in it.
    private static func twoSteps() -> (plan: Plan, a: StepID, b: StepID) {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo hello >out/sub/text; ln -s sub/text out/link")
        let b = plan.script(
            "b", "cat in/text given >out",
            inputs: [
                "in": .output(a, "out/sub"), "given": .contents("given\n", isExecutable: false),
            ])
        return (plan, a, b)
    }

    @Test func `a step gets the outputs of earlier steps`() async throws {
        let (plan, a, b) = Self.twoSteps()
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.succeeded)
        #expect(outcome.counts == RunCounts(built: 2))
        #expect(try space.text(outcome.results[b]) == "hello\ngiven\n")
        #expect(outcome.results[a]?.action?.outputs.keys.map(\.string) == ["out"])
        #expect(space.workFolders.isEmpty)
    }

    @Test func `a second run finds all results and starts no step`() async throws {
        let (plan, _, b) = Self.twoSteps()
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

    @Test func `only steps that the goals need run`() async throws {
        var (plan, a, b) = Self.twoSteps()
        plan.script("c", "exit 1")
        let outcome = try await space.engine().run(plan, goals: [b], options: .direct())
        #expect(outcome.results.keys.sorted() == [a, b])
        #expect(outcome.succeeded)
    }

    @Test func `a changed input reruns only the steps that need it`() async throws {
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

    @Test func `if a step runs again and its output is unchanged, its dependents do not run`() async throws {
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

    // MARK: Inputs

    @Test func `an input at a path in another input's folder is added to that folder`() async throws {
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

    @Test func `an input below a file fails only its step`() async throws {
        var plan = Plan()
        let a = plan.script("a", ": >out")
        let b = plan.script("b", "true", inputs: ["in": .output(a, "out"), "in/x": .contents("", isExecutable: false)])
        let c = plan.script("c", ": >out # c")
        let outcome = try await space.engine().run(plan, options: .direct(keepGoing: true))
        #expect(outcome.results[b] == .failed(StepFailure(kind: .build, reason: .inputsClash("in/x"))))
        #expect(outcome.results[c]?.source == .built)
    }

    @Test func `a local file is copied and must match its digest`() async throws {
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

    // MARK: The environment of a command

    @Test func `a command gets its own environment variables and the four documented ones`() async throws {
        var plan = Plan()
        let a = plan.add(
            Step(
                "a",
                work: .command(
                    arguments: ["/bin/sh", "-c", "/usr/bin/env -0 -u PWD >out"],
                    environment: ["A": "1 2\n3", "LC_ALL": "C"]),
                inputs: [:], outputs: ["out"]))
        // `env` runs without a shell, which would add `PWD`.
        let b = plan.add(
            Step(
                "b", work: .command(arguments: ["/usr/bin/env", "-0"], environment: ["A": "1 2\n3"]),
                inputs: [:], outputs: []))
        let outcome = try await space.engine().run(plan, options: .direct())
        let added = ["HOME", "TMPDIR", "XBUILD_CONFIGURE_BARRIER", "XBUILD_JOBSERVER"]
        let names = { (text: String?) in
            Set((text ?? "").split(separator: "\0").compactMap { $0.split(separator: "=").first.map(String.init) })
        }
        #expect(names(try space.text(outcome.results[a])) == Set(["A", "LC_ALL"] + added))
        let log = try #require(outcome.results[b]?.action?.log.flatMap { try space.store.blob($0) })
        let text = String(decoding: log, as: UTF8.self)
        #expect(names(text) == Set(["A"] + added))
        #expect(text.split(separator: "\0").contains("A=1 2\n3"))
    }

    @Test func `variables that a command sets are not replaced`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo $HOME >out", environment: ["HOME": "/mine", "PATH": "/bin"])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a]) == "/mine\n")
    }

    @Test func `home and temporary folders are empty and below the working directory`() async throws {
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

    @Test func `a command has empty standard input and a fixed umask`() async throws {
        var plan = Plan()
        let a = plan.script("a", "{ wc -c; umask; } >out")
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a]) == "0\n0022\n")
    }

    @Test func `the parent folder of an output exists before the command runs`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo x >deep/down/file", outputs: ["deep/down/file"])
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(try space.text(outcome.results[a], "deep/down/file") == "x\n")
    }

    @Test func `standard output and error are reported as lines in the order of writing`() async throws {
        var plan = Plan()
        let a = plan.script("a", "for i in 1 2 3; do echo out $i; echo err $i >&2; done; printf end; : >out")
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct(), report: recorder.take)
        let expected = ["out 1", "err 1", "out 2", "err 2", "out 3", "err 3", "end"]
        #expect(recorder.lines == expected)
        let log = try #require(outcome.results[a]?.action?.log.flatMap { try space.store.blob($0) })
        #expect(String(decoding: log, as: UTF8.self) == expected.joined(separator: "\n"))
    }

    @Test func `with the option for the latest line, only some lines and the last are reported`() async throws {
        var plan = Plan()
        plan.script("a", "for i in $(seq 1000); do echo $i; done; echo; : >out")
        let recorder = Recorder()
        _ = try await space.engine().run(plan, options: .direct(lines: .latest), report: recorder.take)
        #expect(recorder.lines.last == "1000")
        #expect(recorder.lines.count < 1000)
    }

    #if os(Linux)
        @Test func `the CPU time of a command is recorded`() async throws {
            var plan = Plan()
            plan.script("a", "i=0; while test $i -lt 100000; do i=$((i + 1)); done; : >out")
            let outcome = try await space.engine().run(plan, options: .direct())
            #expect(outcome.cpuSeconds > 0)
        }
    #endif

    @Test func `an action that two steps share runs once, and the second step reports its wait`() async throws {
        var plan = Plan()
        let (ran, duplicate) = (space.folder.appending("ran"), space.folder.appending("duplicate"))
        for name in ["a", "b"] {
            plan.script(name, "echo x >>\(ran); until test -e \(duplicate); do sleep 0.02; done; : >out")
        }
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct()) { event in
            recorder.take(event)
            if case .waitingForDuplicate = event {
                _ = FileManager.default.createFile(atPath: duplicate.string, contents: nil)
            }
        }
        let labels = plan.ids.map { StepLabel($0, of: plan) }
        let first = try #require(labels.first { recorder.started == [$0.identity] })
        let second = try #require(labels.first { $0 != first })
        #expect(recorder.events.contains(.waitingForDuplicate(second, duplicate: first)))
        #expect(!recorder.events.contains(.waitingForAnother(second)))
        #expect(outcome.counts == RunCounts(cached: 1, built: 1))
        #expect(space.folder.appending("ran").text == "x\n")
    }

    @Test func `steps that share a failing action all end`() async throws {
        var plan = Plan()
        let (ran, enough) = (space.folder.appending("ran"), space.folder.appending("enough"))
        for name in ["a", "b", "c"] {
            plan.script(name, "echo x >>\(ran); until test -e \(enough); do sleep 0.02; done; exit 1")
        }
        let recorder = Recorder()
        let outcome = try await space.engine().run(plan, options: .direct()) { event in
            recorder.take(event)
            let waiting = recorder.events.count { if case .waitingForDuplicate = $0 { true } else { false } }
            if waiting == 2 { _ = FileManager.default.createFile(atPath: enough.string, contents: nil) }
        }
        #expect(outcome.counts == RunCounts(failed: 1, cancelled: 2))
        #expect(ran.text == "x\n")
    }

    @Test func `after a failure no step waits for another xbuild`() async throws {
        var plan = Plan()
        let waiting = space.folder.appending("waiting")
        let other = plan.script("other", ": >out")
        plan.script("fails", "until test -e \(waiting); do sleep 0.02; done; exit 1")
        let engine = space.engine()
        guard case .neverBuilt(let key) = try await engine.inspect(plan)[other] else {
            Issue.record("the step has an earlier result")
            return
        }
        let lock = try #require(try space.tryLock(key))
        let outcome = try await space.engine().run(plan, options: .direct()) { event in
            guard case .waitingForAnother = event else { return }
            _ = FileManager.default.createFile(atPath: waiting.string, contents: nil)
        }
        lock.release()
        #expect(outcome.counts == RunCounts(failed: 1, cancelled: 1))
    }

    @Test func `umask and number of jobs do not change the result`() async throws {
        // The umask belongs to the whole process, so other tests must not run in it.
        await #expect(processExitsWith: .success) {
            let (plan, a, b) = EngineRunTests.twoSteps()
            let first = try await TestSpace().engine().run(plan, options: .direct(jobs: 1))
            umask(0o077)
            let second = try await TestSpace().engine().run(plan, options: .direct(jobs: 7))
            for id in [a, b] {
                let outputs = try #require(first.results[id]?.action?.outputs)
                #expect(outputs == second.results[id]?.action?.outputs)
            }
        }
    }
}
