import Network
import Testing

@testable import Remote

struct OperationAttemptsTests {
    private let broken = Trouble(.broken("reset"))
    private let lost = Trouble(.call(GRPCStatus(code: .notFound)))
    private let timedOut = Trouble(.timedOut)

    private var attempts: OperationAttempts { OperationAttempts(.remote(pause: 0)) }

    @Test func `an operation that ended needs no further call`() {
        var attempts = attempts
        #expect(
            attempts.next(after: broken, isAlive: true, in: .ended(.success(.timedOut))) == .end(.success(.timedOut)))
    }

    @Test func `an abandoned operation ends with the reason for abandoning it`() {
        var attempts = attempts
        let next = attempts.next(after: broken, isAlive: true, in: .abandoned(.cancelled, name: "a"))
        #expect(next == .end(.failure(.cancelled)))
    }

    @Test(arguments: [(phase: OperationPhase.unnamed, attempts: 3), (phase: .named("a"), attempts: 6)])
    func `a first call has three attempts, a resuming call six`(_ row: (phase: OperationPhase, attempts: Int)) {
        var attempts = attempts
        for failures in 1..<row.attempts {
            #expect(attempts.next(after: broken, isAlive: false, in: row.phase) == .retry(failures: failures))
        }
        #expect(attempts.next(after: broken, isAlive: false, in: row.phase) == .end(.failure(broken)))
    }

    @Test func `a message resets the count of failures`() {
        var attempts = attempts
        for _ in 0..<20 {
            #expect(attempts.next(after: broken, isAlive: true, in: .named("a")) == .retry(failures: 1))
            #expect(attempts.next(after: nil, isAlive: false, in: .named("a")) == .retry(failures: 2))
        }
    }

    @Test func `a lost operation is started at most three times`() {
        var attempts = attempts
        #expect(attempts.next(after: lost, isAlive: false, in: .named("a")) == .restart)
        #expect(attempts.next(after: lost, isAlive: false, in: .named("b")) == .restart)
        #expect(attempts.next(after: lost, isAlive: false, in: .named("c")) == .end(.failure(.repeatedlyLost)))
    }

    @Test func `calls that end before the operation are retried five times`() {
        var attempts = attempts
        for failures in 1...5 {
            #expect(attempts.next(after: nil, isAlive: false, in: .named("a")) == .retry(failures: failures))
        }
        #expect(attempts.next(after: nil, isAlive: false, in: .named("a")) == .end(.failure(.unfinished)))
    }

    @Test func `missing inputs end the operation and are no failure`() {
        var attempts = attempts
        let trouble = Trouble(.call(GRPCStatus(code: .failedPrecondition, message: "a blob")))
        #expect(
            attempts.next(after: trouble, isAlive: true, in: .named("a")) == .end(.success(.lacksInputs("\(trouble)"))))
    }

    @Test func `a timeout is final unless the server is alive`() {
        var attempts = attempts
        #expect(attempts.next(after: timedOut, isAlive: true, in: .named("a")) == .retry(failures: 1))
        #expect(attempts.next(after: timedOut, isAlive: false, in: .named("a")) == .end(.failure(timedOut)))
    }

    @Test(arguments: [
        (name: "no access", trouble: Trouble(.call(GRPCStatus(code: .permissionDenied))), isFinal: true),
        (name: "an error of the call", trouble: Trouble(.call(GRPCStatus(code: .cancelled))), isFinal: false),
        (name: "a malformed answer", trouble: Trouble(.malformed("")), isFinal: false),
    ])
    func `only some troubles end an operation that has a name`(_ row: (name: String, trouble: Trouble, isFinal: Bool)) {
        var (named, unnamed) = (attempts, attempts)
        let next = named.next(after: row.trouble, isAlive: false, in: .named("a"))
        #expect(next == (row.isFinal ? .end(.failure(row.trouble)) : .retry(failures: 1)))
        // Execute is not tried again.
        #expect(unnamed.next(after: row.trouble, isAlive: false, in: .unnamed) == .end(.failure(row.trouble)))
    }
}
