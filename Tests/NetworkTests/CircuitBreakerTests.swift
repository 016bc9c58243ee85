import Network
import Testing

struct CircuitBreakerTests {
    private func breaker() -> CircuitBreaker { CircuitBreaker(rejections: 4) }

    @Test func `consecutive failures open the breaker, and then nothing is sent`() async {
        let (breaker, fault) = (breaker(), Trouble(.timedOut))
        var sent = 0
        for _ in 1...9 {
            let result: Result<Void, Trouble> = await breaker.run {
                sent += 1
                return .failure(fault)
            }
            #expect(throws: fault) { try result.get() }
        }
        #expect(sent == 3)
        #expect(breaker.trouble == fault)
    }

    @Test(arguments: [nil, Trouble.Cause.status(404, retryAfter: nil)])
    func `an answer resets the count of failures`(_ answer: Trouble.Cause?) {
        let breaker = breaker()
        for _ in 1...5 {
            for _ in 1...2 { breaker.record(Trouble(.broken("x"))) }
            breaker.record(answer.map(Trouble.init))
        }
        #expect(breaker.trouble == nil)
    }

    @Test func `requests that end on this machine do not affect the count of failures`() {
        let breaker = breaker()
        for _ in 1...9 { breaker.record(.cancelled) }
        #expect(breaker.trouble == nil)
        for cause in [.timedOut, .local("x"), .timedOut, .cancelled, .timedOut] as [Trouble.Cause] {
            breaker.record(Trouble(cause))
        }
        #expect(breaker.trouble == Trouble(.timedOut))
    }

    @Test func `denied access opens the breaker at once`() {
        let breaker = breaker()
        breaker.record(Trouble(.status(401, retryAfter: nil)))
        #expect(breaker.trouble?.isDenied == true)
    }

    @Test func `rejected answers open the breaker, even with valid answers between them`() {
        let breaker = breaker()
        for count in 1...4 {
            #expect(breaker.trouble == nil, "\(count)")
            breaker.reject()
            breaker.record(nil)
        }
        #expect(breaker.trouble == Trouble(.corrupt))
    }

    @Test func `a cancelled task sends nothing`() async {
        let breaker = breaker()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await breaker.run { .success(()) }
        }
        await #expect(throws: Trouble.cancelled) { try await task.value.get() }
    }
}
