/// The steps that run on this machine, and the request for the token of the next one.
///
/// A step that gave its token back at the `ConfigureBarrier` has started but has no token. So more steps start than
/// there are tokens. Their number is limited because each has a build folder on disk.
struct LocalJobs: Hashable, Sendable {
    /// The largest number of started steps.
    let limit: Int
    private(set) var started = 0
    private(set) var request = Request.none

    enum Request: Hashable, Sendable {
        case none
        /// A token was free; the run's loop has not received it yet.
        case granted
        /// No token was free.
        case blocked
    }

    /// - Parameter hasWorkers: whether remote workers run the steps for which there is no token.
    init(jobs: Int, hasWorkers: Bool) { limit = hasWorkers ? jobs : 3 * jobs }

    var canStart: Bool { started < limit }

    /// Whether a token should be requested for the next step. Only one request is made at a time.
    var canRequest: Bool { canStart && request == .none }

    /// Whether this machine cannot start a further step now.
    var isBusy: Bool { request == .blocked || !canStart }

    mutating func requestToken(isFree: Bool) {
        precondition(canRequest, "a second token is requested")
        request = isFree ? .granted : .blocked
    }

    /// Records the answer to the request. With a token, one step starts; without a token, the run was cancelled.
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
