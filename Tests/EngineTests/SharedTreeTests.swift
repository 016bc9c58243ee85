import Actions
import Basics
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Steps that read the same tree share one copy, which each step has at its own path.
@Suite(.tags(.process)) struct SharedTreeTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// Returns a plan with a step that makes a tree, and a step for each script in `readers`, which reads the tree.
    private func plan(_ readers: [String], isShared: Bool = true) -> Plan {
        var plan = Plan()
        let maker = plan.script("make", "mkdir -p tree/sub; echo one >tree/a; echo two >tree/sub/b", outputs: ["tree"])
        for (index, script) in readers.enumerated() {
            let id = plan.script("read-\(index)", script, inputs: ["sysroot": .output(maker, "tree")])
            if isShared {
                plan.steps[id.index].shared = ["sysroot"]
            } else {
                plan.steps[id.index].readOnly = ["sysroot"]
            }
        }
        return plan
    }

    private static let modes: [SandboxMode] = SandboxHere.works ? [.off, .require] : [.off]

    @Test(arguments: modes) func `a shared tree is complete and laid out once`(_ mode: SandboxMode) async throws {
        let read = "cat sysroot/a sysroot/sub/b >out; echo \"$(cd -P sysroot && stat -c %i a)\" >>out"
        let outcome = try await space.engine().run(
            plan([read, read + "; :"]), options: Engine.Options(jobs: 1, sandbox: mode))
        let texts = try [1, 2].map { try space.text(outcome.results[StepID(index: $0)]) }
        #expect(texts[0]?.hasPrefix("one\ntwo\n") == true)
        #expect(texts[0] == texts[1], "both steps read the same file")
        #expect(space.workFolders.allSatisfy { $0 == "owner" })
    }

    @Test(.enabled(if: SandboxHere.works)) func `a shared tree is read-only in the sandbox`() async throws {
        let plan = plan(["(echo three >sysroot/a) 2>/dev/null || cat sysroot/a >out"])
        let outcome = try await space.engine().run(plan, options: Engine.Options(jobs: 1, sandbox: .require))
        #expect(try space.text(outcome.results[StepID(index: 1)]) == "one\n")
    }

    @Test(arguments: modes) func `a read-only input never changes for another step`(_ mode: SandboxMode) async throws {
        let read = "(echo three >>sysroot/a) 2>/dev/null || :; cat sysroot/a >out"
        let outcome = try await space.engine().run(
            plan([read, read + "; :"], isShared: false), options: Engine.Options(jobs: 1, sandbox: mode))
        let expected = mode == .off ? "one\nthree\n" : "one\n"
        for id in 1...2 { #expect(try space.text(outcome.results[StepID(index: id)]) == expected) }
    }

    @Test(arguments: modes) func `a kept folder has its own copy of the shared tree`(_ mode: SandboxMode) async throws {
        let outcome = try await space.engine().run(
            plan(["exit 1"]), options: Engine.Options(jobs: 1, sandbox: mode))
        guard case .failed(let failure) = outcome.results[StepID(index: 1)] else {
            Issue.record("the step did not fail")
            return
        }
        let root = FilePath(try #require(failure.workFolder)).appending("root")
        #expect(root.appending("sysroot/sub/b").text == "two\n")
    }

    @Test func `a lost shared tree is rebuilt`() async throws {
        let plan = plan(["cat sysroot/a >out"])
        let first = try await space.engine().run(plan, options: Engine.Options(jobs: 1))
        let reader = try #require(first.results[StepID(index: 1)]?.key)
        try space.store.discardResult(of: reader)
        try space.store.discard(Digest(of: Array("one\n".utf8)))
        let again = try await space.engine().run(plan, options: Engine.Options(jobs: 1))
        #expect(try space.text(again.results[StepID(index: 1)]) == "one\n")
    }
}

extension StepResult {
    fileprivate var key: Digest? {
        switch self {
        case .done(let success): success.key
        case .failed, .skipped, .cancelled: nil
        }
    }
}
