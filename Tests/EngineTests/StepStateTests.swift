import Testing

@testable import Engine

struct StepStateTests {
    private static let all: [StepState] = [
        .unneeded, .waiting, .ready, .lookingUp, .queued, .running(.local), .running(.remote), .waitingForKey,
        .done(.cached), .done(.built), .failed, .skipped, .cancelled,
    ]

    private static let done: Set<StepState> = [.done(.cached), .done(.built)]
    private static let running: Set<StepState> = [.running(.local), .running(.remote)]

    /// By state: the states that may follow it.
    private static let transitions: [StepState: Set<StepState>] = [
        .waiting: [.ready, .skipped, .cancelled],
        .ready: [.lookingUp, .waiting, .cancelled],
        .lookingUp: done.union([.queued, .waiting, .failed]),
        .queued: running.union(done).union([.waitingForKey, .waiting, .cancelled]),
        .running(.local): done.union([.failed, .cancelled, .waiting]),
        .running(.remote): done.union([.failed, .cancelled, .waiting, .queued]),
        .waitingForKey: done.union([.queued, .cancelled]),
        .done(.cached): [.queued],
        .done(.built): [.queued],
    ]

    @Test(arguments: all)
    func `a state allows exactly its transitions`(_ state: StepState) {
        let allowed = Self.all.filter(state.mayBecome)
        #expect(Set(allowed) == Self.transitions[state, default: []])
    }

    @Test(arguments: all)
    func `a state is at most one of idle, in progress, done and lost`(_ state: StepState) {
        #expect([state.isIdle, state.isInProgress, state.isDone, state.isLost].count { $0 } <= 1)
    }

    @Test func `only a running step has an executor`() {
        #expect(Self.all.filter { $0.executor != nil } == [.running(.local), .running(.remote)])
        #expect(StepState.running(.remote).executor == .remote)
    }
}
