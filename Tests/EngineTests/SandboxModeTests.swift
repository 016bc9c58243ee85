import Actions
import Basics
import Machine
import Store
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// The sandbox modes, with stubs of the probe.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
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
        .enabled(if: SandboxProbe.programs.contains { $0.exists }, "bubblewrap is not installed"))
    func `with auto and no working sandbox, actions run directly and one event reports that`() async throws {
        let recorder = Recorder()
        let options = Engine.Options(jobs: 2, sandbox: .auto)
        let outcome = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        #expect(outcome.succeeded)
        let said = recorder.events.filter { $0 == .sandboxUnavailable(reason: "bwrap: no permission") }
        #expect(said.count == 1)
    }

    @Test func `with require, no step runs without a sandbox`() async throws {
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

    private static let missing = EngineEvent.sandboxUnavailable(reason: "bwrap: no permission")
    private static let hasProgram = SandboxProbe.programs.contains { $0.exists }

    @Test(.enabled(if: hasProgram, "bubblewrap is not installed"))
    func `with auto, a missing sandbox is reported once also when all results are stored`() async throws {
        for expected in [StepState.Source.built, .cached] {
            let recorder = Recorder()
            let options = Engine.Options(jobs: 2, sandbox: .auto)
            let outcome = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
            #expect(outcome.results.values.allSatisfy { $0.source == expected })
            #expect(recorder.events.count { $0 == Self.missing } == 1)
        }
        for mode in [SandboxMode.off, .auto] {
            var plan = plan
            // Built-in steps have no sandbox.
            if mode == .auto { plan = Plan() }
            let recorder = Recorder()
            _ = try await engineWithoutSandbox().run(
                plan, options: Engine.Options(jobs: 2, sandbox: mode), report: recorder.take)
            #expect(!recorder.events.contains(Self.missing))
        }
    }

    @Test(.enabled(if: hasProgram, "bubblewrap is not installed"))
    func `a run with nothing to do asks for the sandbox once per state of the machine`() async throws {
        _ = try await space.engine().run(plan, options: .direct())
        let calls = Mutex(0)
        func run() async throws -> [EngineEvent] {
            let cache = FileDigestCache(in: space.store)
            let recorder = Recorder()
            var engine = engineWithoutSandbox()
            let probe = engine.sandboxProbe
            engine.sandboxProbe.run = { arguments in
                calls.withLock { $0 += 1 }
                return await probe.run(arguments)
            }
            engine.facts = cache.facts
            _ = try await engine.run(plan, options: Engine.Options(jobs: 1), report: recorder.take)
            try cache.save()
            return recorder.events
        }
        for _ in 0..<3 { #expect(try await run().count { $0 == Self.missing } == 1) }
        // The strongest protection and no protection were tried.
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func `answers about the sandbox survive in a store, and only with the same stamp`() throws {
        let stamps = [Digest(of: []), Digest(of: [1])]
        for answer in [SandboxAnswer.works, .isWeak(reason: "a"), .isUnavailable(reason: "b")] {
            let cache = FileDigestCache(in: space.store)
            answer.remember(in: cache.facts, stamps[0])
            try cache.save()
            let facts = FileDigestCache(in: space.store).facts
            #expect(SandboxAnswer(in: facts, stamps[0]) == answer)
            #expect(SandboxAnswer(in: facts, stamps[1]) == nil)
        }
    }

    // MARK: A weak sandbox

    /// An engine whose bubblewrap has none of the protections.
    private func engineWithWeakSandbox() -> Engine {
        var engine = space.engine()
        let live = engine.sandboxProbe
        engine.sandboxProbe.run = { arguments in
            if arguments.contains(where: ["--disable-userns", "--seccomp"].contains) { return (false, "bwrap: no") }
            return await live.run(arguments)
        }
        return engine
    }

    @Test(.enabled(if: SandboxHere.works, "bubblewrap does not work here"))
    func `a weak sandbox is reported once, and its results do not serve require`() async throws {
        let recorder = Recorder()
        let engine = engineWithWeakSandbox()
        var options = Engine.Options(jobs: 2, sandbox: .auto)
        for worker in ["local-weak-sandbox", "local-weak-sandbox"] {
            let outcome = try await engine.run(plan, options: options, report: recorder.take)
            #expect(outcome.results.values.allSatisfy { $0.action?.metadata.worker == worker })
        }
        let reports = recorder.events.count { if case .sandboxWeak = $0 { true } else { false } }
        #expect(reports == 2, "one report in each run")
        options.sandbox = .require
        await #expect {
            _ = try await engine.run(plan, options: options, report: recorder.take)
        } throws: {
            "\($0)".hasPrefix("the sandbox does not work here: actions can make user namespaces: ")
        }
        let outcome = try await space.engine().run(plan, options: options)
        #expect(outcome.results.values.allSatisfy { $0.source == .built })
    }

    @Test func `with off, the sandbox is not probed`() async throws {
        let recorder = Recorder()
        let options = Engine.Options(jobs: 2, sandbox: .off)
        _ = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        #expect(!recorder.events.contains { if case .sandboxUnavailable = $0 { true } else { false } })
    }
}
