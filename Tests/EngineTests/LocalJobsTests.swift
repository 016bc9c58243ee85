import Testing

@testable import Engine

struct LocalJobsTests {
    /// Two jobs can run at once; each started step holds one token.
    private let jobs = LocalJobs(jobs: 2, hasWorkers: true)

    @Test func `a step starts with a free token`() {
        var jobs = jobs
        jobs.requestToken(isFree: true)
        #expect(jobs.request == .granted && !jobs.canRequest && !jobs.isBusy)
        jobs.answerRequest(hasToken: true)
        #expect(jobs.started == 1 && jobs.canRequest)
    }

    @Test func `a machine without a free token is busy until one is given back`() {
        var jobs = jobs
        jobs.requestToken(isFree: false)
        #expect(jobs.request == .blocked && jobs.isBusy && jobs.canStart)
        jobs.answerRequest(hasToken: true)
        #expect(!jobs.isBusy)
    }

    @Test func `a cancelled request starts no step`() {
        var jobs = jobs
        jobs.requestToken(isFree: false)
        jobs.answerRequest(hasToken: false)
        #expect(jobs.request == .none && jobs.started == 0)
    }

    @Test(arguments: [(hasWorkers: true, limit: 2), (hasWorkers: false, limit: 6)])
    func `the number of started steps is at most the limit`(_ row: (hasWorkers: Bool, limit: Int)) {
        var jobs = LocalJobs(jobs: 2, hasWorkers: row.hasWorkers)
        for _ in 0..<row.limit {
            #expect(jobs.canRequest && !jobs.isBusy)
            jobs.requestToken(isFree: true)
            jobs.answerRequest(hasToken: true)
        }
        #expect(!jobs.canStart && !jobs.canRequest && jobs.isBusy)
        let isLast = jobs.end()
        #expect(!isLast && jobs.canRequest)
    }

    @Test func `the method end returns true only for the last started step`() {
        var jobs = jobs
        for _ in 0..<2 {
            jobs.requestToken(isFree: true)
            jobs.answerRequest(hasToken: true)
        }
        let ends = [jobs.end(), jobs.end()]
        #expect(ends == [false, true])
    }
}
