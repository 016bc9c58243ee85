/// The steps that run on this machine, and the request for the token of the next one.
///
/// A step that lends its token out, see `ConfigureBarrier`, has started but has no token. So more steps start than there
/// are tokens, up to a limit, because each has a build folder on disk.
struct LocalJobs: Hashable, Sendable {
    /// The most started steps.
    let limit: Int
    private(set) var started = 0
    private(set) var request = Request.none

    enum Request: Hashable, Sendable {
        case none
        /// A token was free; the loop has not received it yet.
        case granted
        /// No token was free.
        case blocked
    }

    /// - Parameter hasWorkers: the steps that exceed the tokens are left to remote workers.
    init(jobs: Int, hasWorkers: Bool) { limit = hasWorkers ? jobs : 3 * jobs }

    var canStart: Bool { started < limit }

    /// A token should be requested for the next step. One request is made at a time.
    var canRequest: Bool { canStart && request == .none }

    /// This machine can start no further step now.
    var isBusy: Bool { request == .blocked || !canStart }

    mutating func requestToken(isFree: Bool) {
        precondition(canRequest, "a second token is requested")
        request = isFree ? .granted : .blocked
    }

    /// Records the answer to the request: with a token one step starts; without, the run was cancelled.
    mutating func answerRequest(hasToken: Bool) {
        precondition(request != .none, "no token was requested")
        request = .none
        if hasToken { started += 1 }
    }

    /// Records that a started step ended.
    ///
    /// - Returns: whether no started step is left.
    mutating func end() -> Bool {
        precondition(started > 0, "no step has started")
        started -= 1
        return started == 0
    }
}
