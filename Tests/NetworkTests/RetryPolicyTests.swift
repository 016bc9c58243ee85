@testable import Network
import Synchronization
import Testing

struct RetryPolicyTests {
    private let policy: RetryPolicy

    init() {
        var policy = RetryPolicy(
            attempts: 4, firstPause: .seconds(1), retriesTimeouts: false, retriesConnections: false)
        policy.longestPause = .seconds(5)
        self.policy = policy
    }

    /// Runs attempts that fail with these causes, then one that succeeds. Returns the final cause (nil for success),
    /// the number of attempts, and the pauses.
    private func run(
        _ policy: RetryPolicy, _ causes: [Trouble.Cause], random: Double = 0
    ) async -> (end: Trouble.Cause?, attempts: Int, pauses: [Duration]) {
        let pauses = Mutex<[Duration]>([])
        let clock = RetryClock(sleep: { pause in pauses.withLock { $0.append(pause) } }, random: { random })
        var attempts = 0
        let result: Result<Void, Trouble> = await policy.run(on: clock) {
            defer { attempts += 1 }
            return attempts < causes.count ? .failure(Trouble(causes[attempts])) : .success(())
        }
        let end: Trouble.Cause? = if case .failure(let trouble) = result { trouble.cause } else { nil }
        return (end, attempts, pauses.withLock(\.self))
    }

    @Test func `a success ends the attempts`() async {
        let run = await run(policy, [.broken("x"), .corrupt])
        #expect(run.end == nil && run.attempts == 3)
    }

    @Test func `the result is that of the last permitted attempt`() async {
        let causes = (1...9).map { Trouble.Cause.broken("\($0)") }
        let run = await run(policy, causes)
        #expect(run.end == .broken("4") && run.attempts == 4 && run.pauses.count == 3)
    }

    @Test(arguments: [
        Trouble.Cause.status(404, retryAfter: nil), .status(403, retryAfter: 1), .malformed("x"), .local("x"),
        .cancelled, .timedOut, .unreachable("x"),
    ])
    func `trouble that the policy does not retry ends the attempts`(_ cause: Trouble.Cause) async {
        let run = await run(policy, [cause])
        #expect(run.end == cause && run.attempts == 1 && run.pauses.isEmpty)
    }

    @Test func `a policy may allow retries of timeouts and failed connections`() async {
        var policy = policy
        (policy.retriesTimeouts, policy.retriesConnections) = (true, true)
        let run = await run(policy, [.timedOut, .unreachable("x")])
        #expect(run.end == nil && run.attempts == 3)
    }

    @Test func `pauses double up to a limit and are jittered`() async {
        var policy = policy
        policy.attempts = 6
        let causes = Array(repeating: Trouble.Cause.broken("x"), count: 5)
        let shortest = await run(policy, causes)
        #expect(shortest.pauses == [0.5, 1, 2, 2.5, 2.5].map { .seconds($0) })
        let longest = await run(policy, causes, random: 1)
        #expect(longest.pauses == [1, 2, 4, 5, 5].map { .seconds($0) })
    }

    @Test(arguments: [(3, 3.0), (3600, 5.0), (0, 0.5)])
    func `a server may request a longer pause, up to a limit`(_ asked: Int, _ pause: Double) async {
        let run = await run(policy, [.status(429, retryAfter: asked)])
        #expect(run.end == nil && run.pauses == [.seconds(pause)])
    }

    @Test func `a cancelled pause ends the attempts`() async {
        let result: Result<Void, Trouble> = await policy.run(
            on: RetryClock(sleep: { _ in throw CancellationError() }, random: { 0 })
        ) { .failure(Trouble(.broken("x"))) }
        #expect(throws: Trouble.cancelled) { try result.get() }
    }
}
