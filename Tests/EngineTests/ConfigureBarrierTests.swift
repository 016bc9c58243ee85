import Actions
import Basics
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct ConfigureBarrierTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    // MARK: The barrier itself

    /// Returns a process that waits at the barrier as a script does, then ends.
    private func pass(_ barrier: ConfigureBarrier) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", ": <\"$1\"", "sh", barrier.path.string]
        return process
    }

    private func barrier() throws -> ConfigureBarrier { try ConfigureBarrier(at: space.folder.appending("barrier")) }

    @Test func `an open barrier lets a process pass`() throws {
        let barrier = try barrier()
        barrier.set(open: true)
        let process = pass(barrier)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test func `waiting processes pass when the barrier opens`() async throws {
        let barrier = try barrier()
        let processes = [pass(barrier), pass(barrier)]
        for process in processes { try process.run() }
        try await Task.sleep(for: .milliseconds(100))
        #expect(!processes.contains { !$0.isRunning })
        barrier.set(open: true)
        for process in processes { process.waitUntilExit() }
        #expect(processes.map(\.terminationStatus) == [0, 0])
    }

    @Test func `a barrier that closed again blocks new processes`() async throws {
        let barrier = try barrier()
        barrier.set(open: true)
        barrier.set(open: false)
        let process = pass(barrier)
        try process.run()
        try await Task.sleep(for: .milliseconds(100))
        #expect(process.isRunning)
        barrier.set(open: true)
        process.waitUntilExit()
    }

    // MARK: In a run

    /// Adds a step that records its first phase, gives its token back, and records its second phase after the barrier.
    private func twoParts(_ plan: inout Plan, _ name: String) {
        let note = { (part: String) in "echo \(part) \(name) >>\(self.space.folder)/log" }
        plan.script(
            name,
            """
            exec 8<>"$XBUILD_JOBSERVER"
            \(note("first"))
            printf + >&8
            : <"$XBUILD_CONFIGURE_BARRIER"
            dd bs=1 count=1 <&8 >/dev/null 2>&1
            \(note("second")); echo \(name) >out
            """)
    }

    private func parts() throws -> [String] {
        try String(contentsOfFile: space.folder.appending("log").string, encoding: .utf8)
            .split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }

    @Test func `the first phases of three steps end before any second phase`() async throws {
        var plan = Plan()
        for index in 0..<3 { twoParts(&plan, "step\(index)") }
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 1))
        #expect(outcome.counts.built == 3)
        #expect(try parts() == ["first", "first", "first", "second", "second", "second"])
    }

    @Test func `at most three steps per job begin before the barrier opens`() async throws {
        var plan = Plan()
        for index in 0..<5 { twoParts(&plan, "step\(index)") }
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 1))
        #expect(outcome.counts.built == 5)
        #expect(try parts().prefix(4) == ["first", "first", "first", "second"])
    }

    @Test func `if steps keep their tokens, no more steps run than there are jobs`() async throws {
        var plan = Plan()
        for index in 0..<6 {
            plan.script(
                "step\(index)",
                "mkdir -p \(space.folder)/busy; : >\(space.folder)/busy/\(index); ls \(space.folder)/busy | wc -l "
                    + ">>\(space.folder)/log; sleep 0.05; rm \(space.folder)/busy/\(index); echo \(index) >out")
        }
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 2))
        #expect(outcome.counts.built == 6)
        let seen = try String(contentsOfFile: space.folder.appending("log").string, encoding: .utf8)
            .split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        #expect(seen.count == 6 && seen.allSatisfy { $0 <= 2 })
    }
}
