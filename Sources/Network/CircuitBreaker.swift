import Synchronization

/// Fails requests to a failing server before they are sent. An open breaker stays open: only the next run uses a server
/// that has recovered.
public final class CircuitBreaker: Sendable {
    /// The number of consecutive failed requests, each after its retries, that opens the breaker.
    private static let failures = 3
    /// The total number of rejected answers that opens the breaker.
    private let rejections: Int
    private let state = Mutex(State())

    private struct State {
        var failuresInRow = 0
        var rejections = 0
        var trouble: Trouble?
    }

    public init(rejections: Int = 16) { self.rejections = rejections }

    /// The trouble that opened the breaker; nil while it is closed.
    public var trouble: Trouble? { state.withLock(\.trouble) }

    /// Sends a request, records its result and returns it. Sends nothing if the task is cancelled, and returns
    /// `cancelled`, or if the breaker is open, and returns the trouble that opened it.
    public func run<Value>(_ send: () async -> Result<Value, Trouble>) async -> Result<Value, Trouble> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        if let trouble { return .failure(trouble) }
        let result = await send()
        if case .failure(let trouble) = result { record(trouble) } else { record(nil) }
        return result
    }

    /// Records the trouble of a request; nil for a success.
    public func record(_ trouble: Trouble?) {
        state.withLock { state in
            switch trouble?.scope {
            // The server answered.
            case nil, .blob: state.failuresInRow = 0
            case .request: break
            case .server: state.failuresInRow += 1
            }
            guard trouble?.isDenied == true || state.failuresInRow >= Self.failures else { return }
            state.trouble = state.trouble ?? trouble
        }
    }

    /// Records an answer with wrong content.
    public func reject() {
        state.withLock { state in
            state.rejections += 1
            if state.rejections >= rejections { state.trouble = state.trouble ?? Trouble(.corrupt) }
        }
    }
}
