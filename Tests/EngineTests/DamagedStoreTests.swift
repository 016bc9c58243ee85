import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Stores in which many blobs are lost or damaged, and deliveries that detect the loss.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct DamagedStoreTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// `a` makes a folder; `b` and `c` use it.
    private func plan() -> (plan: Plan, a: StepID) {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo text >out/sub/file; echo more >out/more")
        plan.script("b", "cat in/more >out", inputs: ["in": .output(a, "out")])
        plan.script("c", "tr a-z A-Z <in/sub/file >out", inputs: ["in": .output(a, "out")])
        return (plan, a)
    }

    /// `a` makes a folder, `b` outputs this folder without reading it, `c` reads one of the files, and no step needs
    /// `d`. `round` changes only `c`.
    private func mixedPlan(round: Int) -> Plan {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo text >out/sub/file; echo more >out/more; echo said")
        let b = plan.add(
            Step(
                "b", work: .builtin(name: "pass", revision: 1, parameters: ""),
                inputs: ["in": .output(a, "out"), "note": .contents("kept", isExecutable: false)], outputs: ["out"]))
        plan.script("c", "cat in/sub/file >out # \(round)", inputs: ["in": .output(b, "out")])
        plan.script("d", "echo alone >out")
        return plan
    }

    private let pass: [String: Builtin] = [
        "pass": { context in BuiltinOutcome(outputs: ["out": context.inputs["in"]].compactMapValues(\.self)) }
    ]

    /// Changes one byte of every blob in the store, and returns the number of blobs.
    private func damageAll() throws -> Int {
        var count = 0
        for file in space.store.path.appending("cas").entries.flatMap(\.entries) {
            var bytes = try #require(FileManager.default.contents(atPath: file.string))
            guard !bytes.isEmpty else { continue }
            bytes[bytes.count / 2] ^= 1
            try FileManager.default.removeItem(atPath: file.string)
            try bytes.write(to: URL(filePath: file.string))
            count += 1
        }
        return count
    }

    @Test(arguments: [1, 2])
    func `one run repairs a store in which every blob is damaged`(round: Int) async throws {
        let engine = space.engine(pass)
        _ = try await engine.run(mixedPlan(round: 1), options: .direct())
        let count = try damageAll()
        let store = space.store
        let deliver: Engine.Delivery = { outcome in
            let lost = outcome.results.filter { _, result in
                result.action?.blobs.contains { (try? store.blob($0)) == nil } ?? true
            }
            return lost.keys.sorted()
        }
        let outcome = try await engine.run(mixedPlan(round: round), options: .direct(), deliver: deliver)
        #expect(outcome.succeeded)
        #expect(try space.text(outcome.results[StepID(index: 2)]) == "text\n")
        let damage = try #require(outcome.damage)
        // The outputs of `b` and `c` are complete again when `a` has run.
        #expect(damage.steps == 2)
        // In the second round no step uses the result of the first `c`, so its blobs stay damaged.
        if round == 1 {
            #expect(damage.blobs == count)
            #expect(try await store.verify(removingFaults: false, readers: 2).faults == [])
        }
        let again = try await engine.run(mixedPlan(round: round), options: .direct())
        #expect(again.counts == RunCounts(cached: 4) && again.damage == nil)
    }

    @Test func `if a delivery reports a lost result, its step runs again in the same run`() async throws {
        let (plan, a) = plan()
        _ = try await space.engine().run(plan, options: .direct())
        let text = Digest(of: Array("text\n".utf8))
        try space.store.discard(text)
        let recorder = Recorder()
        var deliveries = 0
        let store = space.store
        let outcome = try await space.engine().run(plan, options: .direct(), report: recorder.take) { outcome in
            deliveries += 1
            return (try? store.blob(text)) == nil ? [a] : []
        }
        #expect(deliveries == 2)
        #expect(outcome.counts == RunCounts(cached: 2, built: 1))
        #expect(outcome.damage == StoreDamage(blobs: 1, steps: 1))
        #expect(recorder.started == ["a"])
        #expect(recorder.events.filter { if case .runStarted = $0 { true } else { false } }.count == 1)
        guard case .runFinished(RunCounts(cached: 2, built: 1), _, _)? = recorder.events.last else {
            Issue.record("\(String(describing: recorder.events.last))")
            return
        }
    }

    @Test func `a run fails if a second delivery also reports an intact result as lost`() async throws {
        let (plan, a) = plan()
        var deliveries = 0
        await #expect {
            let deliver: Engine.Delivery = { _ in
                deliveries += 1
                return [a]
            }
            _ = try await space.engine().run(plan, options: .direct(), deliver: deliver)
        } throws: { error in
            if case EngineError.storeLoses(_, let step) = error { return step == "a" }
            return false
        }
        #expect(deliveries == 2)
    }

    /// Each run of a step writes a different text, so no blob is lost twice.
    @Test func `a run fails if the store loses each output at once, even if every blob is new`() async throws {
        let store = LossyStore(base: space.store)
        let engine = Engine(store: store, shared: space.store, workRoot: space.workRoot, builtins: [:])
        var plan = Plan()
        let a = plan.script("a", "echo text; od -An -N16 -tx1 /dev/urandom >out")
        let b = plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
        plan.script("c", "cat in >out", inputs: ["in": .output(b, "out")])
        let recorder = Recorder()
        await #expect {
            _ = try await engine.run(plan, options: .direct(), report: recorder.take)
        } throws: { error in
            if case EngineError.storeLoses(_, let step) = error { return step == "b" }
            return false
        }
        #expect(recorder.started.filter { $0 == "a" }.count == 2)
    }
}

/// Loses the output files of steps as soon as it has stored them.
private struct LossyStore: StoreDecorator {
    let base: any FileStore

    func put(file path: FilePath) async throws(StoreError) -> Digest {
        let digest = try await base.put(file: path)
        if path.lastComponent?.string == "out" { try await base.discard(digest) }
        return digest
    }
}
