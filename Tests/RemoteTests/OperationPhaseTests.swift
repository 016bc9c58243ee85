import Network
import Testing

@testable import Remote

struct OperationPhaseTests {
    private static let end = OperationPhase.ended(.success(.timedOut))

    enum Event: String, CaseIterable {
        case name, abandon, lose, end

        func apply(to phase: inout OperationPhase) {
            switch self {
            case .name: phase.receive(name: "b")
            case .abandon: phase.abandon(.cancelled)
            case .lose: phase.lose()
            case .end: phase = OperationPhaseTests.end
            }
        }
    }

    @Test(
        arguments: [
            (from: .unnamed, .name, to: .named("b")),
            (from: .unnamed, .abandon, to: .abandoned(.cancelled, name: nil)),
            (from: .unnamed, .lose, to: .unnamed),
            (from: .named("a"), .name, to: .named("b")),
            (from: .named("a"), .abandon, to: .abandoned(.cancelled, name: "a")),
            (from: .named("a"), .lose, to: .unnamed),
            (from: .abandoned(.repeatedlyLost, name: nil), .name, to: .abandoned(.repeatedlyLost, name: "b")),
            (from: .abandoned(.repeatedlyLost, name: nil), .abandon, to: .abandoned(.repeatedlyLost, name: nil)),
            (from: .abandoned(.repeatedlyLost, name: "a"), .lose, to: .abandoned(.repeatedlyLost, name: "a")),
            (from: end, .name, to: end),
            (from: end, .abandon, to: end),
            (from: end, .lose, to: end),
        ] as [(OperationPhase, Event, OperationPhase)])
    func `each event changes each phase as listed`(_ from: OperationPhase, _ event: Event, _ to: OperationPhase) {
        var phase = from
        event.apply(to: &phase)
        #expect(phase == to)
    }

    @Test(
        arguments: [
            (.unnamed, name: nil, acceptsMessages: true, awaitsName: false),
            (.named("a"), name: "a", acceptsMessages: true, awaitsName: false),
            (.abandoned(.cancelled, name: nil), name: nil, acceptsMessages: true, awaitsName: true),
            (.abandoned(.cancelled, name: "a"), name: "a", acceptsMessages: false, awaitsName: false),
            (end, name: nil, acceptsMessages: true, awaitsName: false),
        ] as [(OperationPhase, String?, Bool, Bool)])
    func `an abandoned operation is followed until it can be cancelled`(
        _ phase: OperationPhase, _ name: String?, _ acceptsMessages: Bool, _ awaitsName: Bool
    ) {
        #expect(phase.name == name)
        #expect(phase.acceptsMessages == acceptsMessages)
        #expect(phase.awaitsName == awaitsName)
    }

    @Test func `an operation starts only once, even if its worker changes`() {
        let now = SuspendingClock.now
        let later = now.advanced(by: .seconds(1))
        var stage = OperationStage.queued(since: now)
        #expect(stage.update(isRunning: false, at: later) == .none)
        #expect(stage.waitsSince == now)
        #expect(stage.update(isRunning: true, at: later) == .started)
        #expect(stage.update(isRunning: true, at: later) == .none)
        #expect(stage.waitsSince == nil)
        #expect(stage.update(isRunning: false, at: later) == .stopped)
        #expect(stage.waitsSince == later)
        #expect(stage.update(isRunning: true, at: later) == .restarted)
    }
}
