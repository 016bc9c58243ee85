import Actions
import Basics
import Foundation
import Machine
import Store
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct InspectTests {
    let space: TestSpace
    private let a = StepID(index: 0)
    private let b = StepID(index: 1)

    init() throws { space = try TestSpace() }

    private func plan(_ text: String = "1", variable: String = "x") -> Plan {
        var plan = Plan()
        let a = plan.script(
            "a", "cat given >out", inputs: ["given": .contents(text, isExecutable: false)],
            environment: ["PATH": "/usr/bin:/bin", "VARIABLE": variable])
        plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
        return plan
    }

    @Test func `a step that never ran must run, and the keys of its dependents are unknown`() async throws {
        let forecasts = try await space.engine().inspect(plan())
        guard case .neverBuilt? = forecasts[a] else {
            Issue.record("\(String(describing: forecasts[a]))")
            return
        }
        #expect(forecasts[b] == .dependsOnEarlierSteps)
    }

    @Test func `a finished step is forecast as cached, with its key`() async throws {
        let outcome = try await space.engine().run(plan(), options: .direct())
        let forecasts = try await space.engine().inspect(plan())
        for id in [a, b] {
            guard case .done(let success)? = outcome.results[id] else {
                Issue.record("\(id) has no result")
                continue
            }
            #expect(forecasts[id] == .cached(key: success.key))
        }
    }

    @Test(arguments: [
        (name: "a file", text: "2", variable: "x", change: "an input changed: `given`"),
        (
            name: "a variable", text: "1", variable: "y",
            change: "environment variable `VARIABLE` changed: was `x`, is `y`"
        ),
    ])
    func `a changed input is listed`(_ row: (name: String, text: String, variable: String, change: String)) async throws
    {
        _ = try await space.engine().run(plan(), options: .direct())
        let forecasts = try await space.engine().inspect(plan(row.text, variable: row.variable))
        guard case .inputsChanged(_, let changes)? = forecasts[a] else {
            Issue.record("\(String(describing: forecasts[a]))")
            return
        }
        #expect(changes.map(\.description) == [row.change])
        #expect(forecasts[b] == .dependsOnEarlierSteps)
    }

    @Test func `a lost result gives another forecast than a step that never ran`() async throws {
        let outcome = try await space.engine().run(plan(), options: .direct())
        guard case .done(let success)? = outcome.results[a] else {
            Issue.record("no result")
            return
        }
        try space.store.discardResult(of: success.key)
        #expect(try await space.engine().inspect(plan())[a] == .resultGone(key: success.key))
    }

    @Test func `only goals are inspected`() async throws {
        #expect(try await space.engine().inspect(plan(), goals: [a]).keys.sorted() == [a])
    }

    @Test func `an inspection creates neither the store nor the work root`() async throws {
        _ = try await space.engine().inspect(plan())
        #expect(!space.store.path.exists && !space.workRoot.exists)
    }

    @Test func `a run records the duration of each step`() async throws {
        _ = try await space.engine().run(plan(), options: .direct())
        #expect(Set(space.engine().records.durations(of: plan()).keys) == ["a", "b"])
    }

    @Test func `a record of an earlier version, which has only a title, is ignored`() async throws {
        _ = try await space.engine().run(plan(), options: .direct())
        let records = space.engine().records
        #expect(records.all().count == 2)
        for path in records.folder.entries.flatMap(\.entries) {
            let data = try Data(contentsOf: URL(filePath: path.string))
            var json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            json["step"] = nil
            json["label"] = ["title": "build a 1"]
            try JSONSerialization.data(withJSONObject: json).write(to: URL(filePath: path.string))
        }
        #expect(records.all().isEmpty && records.durations(of: plan()).isEmpty)
    }
}
