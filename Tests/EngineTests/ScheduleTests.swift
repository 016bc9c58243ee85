import Actions
import Basics
import Testing

@testable import Engine

/// Returns a plan with a step for each line: `c: a b` is a step `c` that depends on `a` and `b`.
private func plan(_ lines: String..., builtins: Set<String> = []) -> Plan { plan(lines, builtins: builtins) }

private func plan(_ lines: [String], builtins: Set<String> = []) -> Plan {
    var plan = Plan()
    var ids: [String: StepID] = [:]
    for line in lines {
        let words = line.split(whereSeparator: { $0 == ":" || $0 == " " }).map(String.init)
        var inputs: [RelativePath: Input] = [:]
        for word in words.dropFirst() {
            if let path = RelativePath("in/\(word)"), let id = ids[word] { inputs[path] = .output(id, "out") }
        }
        let work: Work =
            builtins.contains(words[0])
            ? .builtin(name: "b", revision: 1, parameters: "")
            : .command(arguments: ["true"], environment: [:])
        ids[words[0]] = plan.add(Step(words[0], work: work, inputs: inputs, outputs: ["out"]))
    }
    return plan
}

extension Schedule {
    fileprivate func states(_ state: StepState) -> String {
        plan.ids.filter { self[$0] == state }.map { plan[$0].name }.joined(separator: " ")
    }

    fileprivate func id(_ name: String) throws -> StepID {
        try #require(plan.ids.first { plan[$0].name == name })
    }

    /// Moves every ready step through a look-up that finds no result.
    fileprivate mutating func missAll() {
        while let id = nextReady() {
            set(id, .lookingUp)
            set(id, .queued)
        }
    }

    fileprivate mutating func start(_ name: String) throws { set(try id(name), .running(.local)) }

    fileprivate mutating func end(_ name: String, _ state: StepState) throws {
        set(try id(name), state)
        missAll()
    }
}

struct ScheduleTests {
    @Test func `steps without inputs are ready at once`() throws {
        let schedule = try Schedule(plan("a", "b", "c: a b"))
        #expect(schedule.states(.ready) == "a b")
        #expect(schedule.states(.waiting) == "c")
    }

    @Test func `a step is ready when the last of its inputs is done`() throws {
        var schedule = try Schedule(plan("a", "b", "c: a b"))
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        #expect(schedule.states(.waiting) == "c")
        try schedule.start("b")
        schedule.set(try schedule.id("b"), .done(.built))
        #expect(schedule.states(.ready) == "c")
    }

    @Test func `a step with a stored result is done without a job`() throws {
        var schedule = try Schedule(plan("a", "b: a"))
        let ready = schedule.nextReady()
        let a = try #require(ready)
        schedule.set(a, .lookingUp)
        schedule.set(a, .done(.cached))
        #expect(schedule.mostUrgent == nil)
        #expect(schedule.states(.ready) == "b")
    }

    @Test func `only steps that a goal needs change state`() throws {
        let all = plan("a", "b", "c: a", "d: b")
        let schedule = try Schedule(all, goals: [StepID(index: 2)])
        #expect(schedule.states(.ready) == "a")
        #expect(schedule.states(.waiting) == "c")
        #expect(schedule.states(.unneeded) == "b d")
        #expect(schedule.neededCount == 2)
    }

    @Test func `a step that uses two outputs of another step waits for that step once`() throws {
        var twice = plan("a")
        let a = StepID(index: 0)
        let step = Step(
            "b", work: .command(arguments: [], environment: [:]),
            inputs: ["x": .output(a, "out"), "y": .output(a, "out/y")], outputs: [])
        _ = twice.add(step)
        var schedule = try Schedule(twice)
        schedule.missAll()
        try schedule.start("a")
        schedule.set(a, .done(.built))
        #expect(schedule.states(.ready) == "b")
    }

    @Test(arguments: [
        (name: "a later step", index: 1), (name: "itself", index: 0), (name: "an unknown step", index: 7),
        (name: "a negative number", index: -1),
    ])
    func `a step cannot depend on itself, a later or an unknown step`(_ row: (name: String, index: Int)) {
        var wrong = Plan()
        let input = Input.output(StepID(index: row.index), "out")
        _ = wrong.add(
            Step("a", work: .command(arguments: [], environment: [:]), inputs: ["x": input], outputs: []))
        _ = wrong.add(Step("b", work: .command(arguments: [], environment: [:]), inputs: [:], outputs: []))
        #expect { try Schedule(wrong) } throws: { error in
            if case EngineError.planOutOfOrder(let step) = error { return step == "a" }
            return false
        }
    }

    // MARK: Failures

    @Test func `after a failure no further step starts`() throws {
        var schedule = try Schedule(plan("a", "b", "c: a", "d: c", "e: b"))
        schedule.missAll()
        try schedule.start("a")
        try schedule.start("b")
        try schedule.end("a", .failed)
        #expect(schedule.states(.skipped) == "c d")
        #expect(schedule.states(.cancelled) == "e")
        #expect(schedule.states(.running(.local)) == "b")
        #expect(!schedule.isFinished)
        try schedule.end("b", .done(.built))
        #expect(schedule.isFinished)
    }

    @Test func `with keep-going only dependents of the failed step are skipped`() throws {
        var schedule = try Schedule(plan("a", "b", "c: a b", "d: c", "e: b"), keepGoing: true)
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .failed)
        #expect(schedule.states(.skipped) == "c d")
        try schedule.start("b")
        try schedule.end("b", .done(.built))
        #expect(schedule.states(.queued) == "e")
        try schedule.start("e")
        try schedule.end("e", .done(.built))
        #expect(schedule.isFinished)
    }

    @Test func `stopping cancels idle steps and steps that become idle`() throws {
        var schedule = try Schedule(plan("a", "b: a", "c"))
        schedule.missAll()
        schedule.set(try schedule.id("a"), .waitingForKey)
        schedule.stop()
        #expect(schedule.states(.cancelled) == "b c")
        try schedule.end("a", .queued)
        #expect(schedule.states(.cancelled) == "a b c")
        #expect(schedule.isFinished)
    }

    // MARK: Lost results

    @Test func `a step whose result was lost runs again before its dependents`() throws {
        var schedule = try Schedule(plan("a", "b: a", "c: a"))
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        try schedule.start("b")
        schedule.set(try schedule.id("a"), .queued)
        schedule.set(try schedule.id("b"), .waiting)
        #expect(schedule.states(.queued) == "a")
        #expect(schedule.states(.waiting) == "b c")
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        #expect(schedule.states(.queued) == "b c")
    }

    @Test func `a step whose lost input is present again continues at once`() throws {
        var schedule = try Schedule(plan("a", "b: a"))
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        try schedule.start("b")
        schedule.set(try schedule.id("b"), .waiting)
        #expect(schedule.states(.ready) == "b")
    }

    @Test func `a step whose lost input cannot be rebuilt is skipped`() throws {
        var schedule = try Schedule(plan("a", "b: a", "c: b"), keepGoing: true)
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        try schedule.start("b")
        schedule.set(try schedule.id("a"), .queued)
        try schedule.start("a")
        schedule.set(try schedule.id("a"), .failed)
        schedule.set(try schedule.id("b"), .waiting)
        #expect(schedule.states(.skipped) == "b c")
        #expect(schedule.isFinished)
    }

    // MARK: Running

    @Test func `the schedule lists the running steps and their executors`() throws {
        var schedule = try Schedule(plan("a", "b", "c", "d"))
        schedule.missAll()
        try schedule.start("a")
        schedule.set(try schedule.id("b"), .running(.remote))
        schedule.set(try schedule.id("c"), .waitingForKey)
        #expect(schedule.running == [StepID(index: 0): .local, StepID(index: 1): .remote])
        #expect(schedule.runningCount(on: .remote) == 1)
        try schedule.end("a", .done(.built))
        try schedule.end("b", .queued)
        #expect(schedule.running.isEmpty)
        #expect(schedule.states(.queued) == "b d")
    }

    @Test func `a step whose key was released is queued again`() throws {
        var schedule = try Schedule(plan("a", "b: a"))
        schedule.missAll()
        schedule.set(try schedule.id("a"), .waitingForKey)
        #expect(schedule.mostUrgent == nil)
        schedule.set(try schedule.id("a"), .queued)
        #expect(schedule.mostUrgent == StepID(index: 0))
    }

    /// While the step waits for its key, the step that made its input is queued again.
    @Test func `a step whose key was released waits for a lost input`() throws {
        var schedule = try Schedule(plan("a", "b: a"))
        schedule.missAll()
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        schedule.set(try schedule.id("b"), .waitingForKey)
        schedule.set(try schedule.id("a"), .queued)
        schedule.set(try schedule.id("b"), .queued)
        #expect(schedule.states(.waiting) == "b")
        try schedule.start("a")
        try schedule.end("a", .done(.built))
        #expect(schedule.states(.queued) == "b")
    }

    // MARK: Order

    @Test(
        arguments: [
            (
                name: "the longest chain before single steps", lines: ["x", "a", "b: a", "c: b"], builtins: [],
                durations: [:], first: "a"
            ),
            (name: "commands before builtins", lines: ["x", "a"], builtins: ["x"], durations: [:], first: "a"),
            (name: "the plan's order where all is equal", lines: ["x", "a"], builtins: [], durations: [:], first: "x"),
            (name: "a step that took long", lines: ["x", "a"], builtins: [], durations: ["a": 60], first: "a"),
            (
                name: "a step on which a slow step depends", lines: ["x", "a", "b: a"], builtins: ["a", "b"],
                durations: ["b": 60], first: "a"
            ),
        ] as [(name: String, lines: [String], builtins: Set<String>, durations: [StepIdentity: Double], first: String)])
    func `the most urgent step starts first`(
        _ row: (name: String, lines: [String], builtins: Set<String>, durations: [StepIdentity: Double], first: String)
    ) throws {
        let steps = plan(row.lines, builtins: row.builtins)
        var schedule = try Schedule(steps)
        schedule.weigh(by: row.durations)
        schedule.missAll()
        let first = try #require(schedule.mostUrgent)
        #expect(steps[first].name == row.first)
    }
}

extension Schedule {
    /// Whether no step can change any more.
    var isFinished: Bool {
        plan.ids.allSatisfy { id in
            switch self[id] {
            case .unneeded, .done, .failed, .skipped, .cancelled: true
            case .waiting, .ready, .lookingUp, .queued, .running, .waitingForKey: false
            }
        }
    }
}
