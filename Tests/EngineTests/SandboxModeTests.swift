import Actions
import Machine
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

    @Test func `with off, the sandbox is not probed`() async throws {
        let recorder = Recorder()
        let options = Engine.Options(jobs: 2, sandbox: .off)
        _ = try await engineWithoutSandbox().run(plan, options: options, report: recorder.take)
        #expect(!recorder.events.contains { if case .sandboxUnavailable = $0 { true } else { false } })
    }
}
