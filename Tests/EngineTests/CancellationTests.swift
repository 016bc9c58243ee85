import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Cancelled runs. On Ctrl-C and SIGTERM, the program cancels the task that runs the engine.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct CancellationTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// Returns a script that starts processes which never exit by themselves, and writes their ids outside its folder.
    private func stubborn(_ body: String) -> String {
        """
        note() { echo $1 >>\(space.folder)/processes; }
        \(body)
        until test -s \(space.folder)/processes; do sleep 0.02; done
        echo started >>\(space.folder)/started
        wait
        """
    }

    private func waitUntilStarted() async throws {
        while !space.folder.appending("started").exists { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Returns the ids of the recorded processes that still exist, without zombies.
    private func survivors() throws -> [String] {
        let noted = try String(contentsOfFile: space.folder.appending("processes").string, encoding: .utf8)
        return noted.split(separator: "\n").map(String.init).filter { process in
            guard let stat = FileSystem.text("/proc/\(process)/stat"), let name = stat.lastIndex(of: ")") else {
                return false
            }
            return !stat[name...].hasPrefix(") Z")
        }
    }

    @Test(
        arguments: [
            (name: "children", body: "sleep 300 & note $!; sleep 300 & note $!"),
            (name: "a child that ignores SIGTERM", body: "trap '' TERM; sh -c 'sleep 300; :' & note $!"),
            (
                name: "grandchildren that ignore SIGTERM",
                body: "sh -c 'trap \"\" TERM; sh -c \"sleep 300; :\" & echo $! >>$0; wait' $PWD/../../../processes &"
            ),
            (name: "a daemon in its own session", body: "setsid sleep 300 & note $!; setsid -f sleep 301"),
        ])
    func `cancelling a run ends all processes of its steps`(_ row: (name: String, body: String)) async throws {
        var plan = Plan()
        let body = row.body.replacingOccurrences(of: "$PWD/../../../processes", with: "\(space.folder)/processes")
        let a = plan.script("a", stubborn(body))
        let b = plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
        let (engine, ready) = (space.engine(), plan)
        let run = Task { try await engine.run(ready, options: .direct()) }
        try await waitUntilStarted()
        run.cancel()
        let outcome = try await run.value
        #expect(try survivors().isEmpty)
        #expect(outcome.wasCancelled)
        #expect(outcome.results[a] == .cancelled)
        #expect(outcome.results[b] == .cancelled)
        #expect(space.workFolders.isEmpty)
    }

    @Test func `remaining processes of a finished step are killed`() async throws {
        var plan = Plan()
        plan.script("a", "sleep 300 & echo $! >\(space.folder)/processes; : >out")
        let outcome = try await space.engine().run(plan, options: .direct())
        #expect(outcome.succeeded)
        #expect(try survivors().isEmpty)
    }

    @Test func `a run that is cancelled before it begins starts no step`() async throws {
        var plan = Plan()
        plan.script("a", ": >out")
        let (engine, ready, recorder) = (space.engine(), plan, Recorder())
        let run = Task {
            // The task is cancelled before it begins.
            while !Task.isCancelled { await Task.yield() }
            return try await engine.run(ready, options: .direct(), report: recorder.take)
        }
        run.cancel()
        #expect(try await run.value.counts == RunCounts(cancelled: 1))
        #expect(recorder.started.isEmpty)
    }

    @Test func `a run after a cancelled run builds the steps of the plan`() async throws {
        var plan = Plan()
        let a = plan.script(
            "a", "test -e \(space.folder)/started || { echo >\(space.folder)/started; sleep 300; }; : >out")
        let (engine, ready) = (space.engine(), plan)
        let run = Task { try await engine.run(ready, options: .direct()) }
        try await waitUntilStarted()
        run.cancel()
        _ = try await run.value
        #expect(try await engine.run(plan, options: .direct()).results[a]?.source == .built)
    }
}
