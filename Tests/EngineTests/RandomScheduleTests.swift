import Actions
import Basics
import TestSupport
import Testing

@testable import Engine

/// Applies random events to schedules of random graphs, and checks each state's invariant after every event.
struct RandomScheduleTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `after every event, each step satisfies the invariant of its state`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let plan = Self.plan(&random)
        let goals = Bool.random(using: &random) ? Set([plan.ids.randomElement(using: &random)].compactMap(\.self)) : nil
        var schedule = try Schedule(plan, goals: goals, keepGoing: Bool.random(using: &random))
        var moves = 0
        while !schedule.isFinished {
            let hasMoved = Self.move(&schedule, &random)
            try #require(hasMoved, "an unfinished schedule allows an event")
            Self.check(schedule)
            moves += 1
            try #require(moves < 5000, "the schedule finishes")
        }
        let ready = schedule.nextReady()
        #expect(ready == nil && schedule.mostUrgent == nil)
        if goals == nil { #expect(schedule.plan.ids.allSatisfy { schedule[$0] != .unneeded }) }
    }

    private static func plan(_ random: inout SeededRandom) -> Plan {
        var plan = Plan()
        for index in 0..<Int.random(in: 1...30, using: &random) {
            var inputs: [RelativePath: Input] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &random) where index > 0 {
                let input = Int.random(in: 0..<index, using: &random)
                if let path = RelativePath("\(input)") { inputs[path] = .output(StepID(index: input), "out") }
            }
            let work = Work.command(arguments: [], environment: [:])
            _ = plan.add(Step("\(index)", work: work, inputs: inputs, outputs: ["out"]))
        }
        return plan
    }

    /// Performs one random event that the engine could cause. Returns false when no event is possible.
    private static func move(_ schedule: inout Schedule, _ random: inout SeededRandom) -> Bool {
        if let id = schedule.nextReady() {
            schedule.set(id, .lookingUp)
            schedule.set(id, Int.random(in: 0..<3, using: &random) == 0 ? .done(.cached) : .queued)
            return true
        }
        let begun = schedule.plan.ids.filter { schedule[$0].isInProgress }
        if let id = schedule.mostUrgent, begun.count < 3, begun.isEmpty || Bool.random(using: &random) {
            let states: [StepState] = [.running(.local), .running(.remote), .waitingForKey, .done(.cached)]
            schedule.set(id, states[Int.random(in: 0..<states.count, using: &random)])
            return true
        }
        guard let id = begun.randomElement(using: &random) else { return false }
        if schedule[id] == .waitingForKey {
            schedule.set(id, Bool.random(using: &random) ? .done(.cached) : .queued)
            return true
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0: schedule.set(id, .failed)
        case 1 where schedule[id] == .running(.remote): schedule.set(id, .queued)
        case 2:
            if let lost = schedule.inputSteps[id.index].first(where: { schedule[$0].isDone }) {
                schedule.set(lost, .queued)
            }
            schedule.set(id, .waiting)
        default: schedule.set(id, .done(.built))
        }
        return true
    }

    private static func check(_ schedule: Schedule) {
        #expect(schedule.running == schedule.runningByState)
        for id in schedule.plan.ids {
            let inputs = schedule.inputSteps[id.index].map { schedule[$0] }
            switch schedule[id] {
            case .waiting: #expect(inputs.contains { !$0.isDone } && !inputs.contains { $0.isLost })
            case .ready, .queued: #expect(!inputs.contains { !$0.isDone })
            case .skipped: #expect(inputs.contains { $0 == .failed || $0 == .skipped || $0 == .cancelled })
            case .unneeded: #expect(schedule.waiters[id.index].isEmpty)
            case .lookingUp, .running, .waitingForKey, .done, .failed, .cancelled: break
            }
        }
    }
}

extension Schedule {
    /// The steps whose state is `running`.
    fileprivate var runningByState: [StepID: StepState.Executor] {
        Dictionary(uniqueKeysWithValues: plan.ids.compactMap { id in self[id].executor.map { (id, $0) } })
    }
}
