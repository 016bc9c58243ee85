import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Several engines on one store. Locks belong to open files, so two engines of one process behave like two processes.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct SharedStoreTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// Each step records its run outside its folder.
    private func plan(_ body: String = "sleep 0.3; : >out") -> Plan {
        var plan = Plan()
        let a = plan.script("a", "echo a >>\(space.folder)/ran; \(body)")
        plan.script("b", "echo b >>\(space.folder)/ran; : >out", inputs: ["in": .output(a, "out")])
        return plan
    }

    private func other(_ number: Int) -> Engine {
        let store = DiskStore(at: space.folder.appending("store"))
        return Engine(store: store, workRoot: space.folder.appending("work\(number)"), builtins: [:])
    }

    private var ran: [String] {
        (space.folder.appending("ran").text ?? "").split(separator: "\n").map(String.init).sorted()
    }

    @Test func `two concurrent runs execute each step once`() async throws {
        let (first, second, plan) = (other(1), other(2), plan())
        async let one = first.run(plan, options: .direct())
        async let two = second.run(plan, options: .direct())
        let outcomes = try await [one, two]
        #expect(!outcomes.contains { !$0.succeeded })
        #expect(ran == ["a", "b"])
        #expect(outcomes.map(\.counts.built).reduce(0, +) == 2)
    }

    @Test func `waiting for another run is reported`() async throws {
        let plan = plan()
        let task = try await space.engine().task(StepID(index: 0), of: plan, results: [:])
        let lock = KeyLock(try #require(try space.store.tryLock(task.key)))
        let recorder = Recorder()
        let engine = other(1)
        let run = Task { try await engine.run(plan, options: .direct(), report: recorder.take) }
        let waiting = EngineEvent.waitingForAnother(StepLabel(task.id, of: plan))
        while !recorder.events.contains(waiting) { try await Task.sleep(for: .milliseconds(5)) }
        // The other engine finishes with a result that this engine would not have made.
        let out = try space.store.put(Array("other".utf8))
        try space.store.put(ActionResult(outputs: ["out": .file(out, isExecutable: false)]), for: task.key)
        lock.release()
        let outcome = try await run.value
        #expect(try space.text(outcome.results[task.id]) == "other")
        #expect(ran == ["b"])
    }

    @Test func `if a step fails in one run, the run that waits for the step executes it`() async throws {
        let fails = "test -e \(space.folder)/again && : >out || { : >\(space.folder)/again; sleep 0.3; exit 1; }"
        let (first, second, plan) = (other(1), other(2), plan(fails))
        async let one = first.run(plan, options: .direct())
        async let two = second.run(plan, options: .direct())
        let outcomes = try await [one, two]
        #expect(outcomes.map(\.counts.failed).reduce(0, +) == 1)
        #expect(outcomes.count { $0.succeeded } == 1)
    }

    @Test func `a step is requeued if the run for which it waits ends without a result`() async throws {
        let plan = plan()
        let task = try await space.engine().task(StepID(index: 0), of: plan, results: [:])
        let lock = KeyLock(try #require(try space.store.tryLock(task.key)))
        let (engine, recorder) = (other(1), Recorder())
        let run = Task { try await engine.run(plan, options: .direct(), report: recorder.take) }
        let label = StepLabel(task.id, of: plan)
        while !recorder.events.contains(.waitingForAnother(label)) { try await Task.sleep(for: .milliseconds(5)) }
        lock.release()
        #expect(try await run.value.succeeded)
        let about = recorder.events.filter {
            [.waitingForAnother(label), .stepRequeued(label), .stepStarted(label)].contains($0)
        }
        #expect(about == [.waitingForAnother(label), .stepRequeued(label), .stepStarted(label)])
    }

    @Test func `waiting ends when the run is cancelled`() async throws {
        let plan = plan()
        let task = try await space.engine().task(StepID(index: 0), of: plan, results: [:])
        let lock = KeyLock(try #require(try space.store.tryLock(task.key)))
        let (engine, recorder) = (other(1), Recorder())
        let run = Task { try await engine.run(plan, options: .direct(), report: recorder.take) }
        let waiting = EngineEvent.waitingForAnother(StepLabel(task.id, of: plan))
        while !recorder.events.contains(waiting) { try await Task.sleep(for: .milliseconds(5)) }
        run.cancel()
        #expect(try await run.value.counts == RunCounts(cancelled: 2))
        lock.release()
    }
}
