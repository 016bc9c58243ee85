import Synchronization

/// Ends requests to a server that fails, before they are sent. It stays open once it has opened: a server that comes
/// back serves the next run.
public final class CircuitBreaker: Sendable {
    /// So many failed requests in a row open it, each after its retries.
    private let failures: Int
    /// So many rejected answers in all open it.
    private let rejections: Int
    private let state = Mutex(State())

    private struct State {
        var failuresInRow = 0
        var rejections = 0
        var trouble: Trouble?
    }

    public init(failures: Int = 3, rejections: Int = 16) { (self.failures, self.rejections) = (failures, rejections) }

    /// The trouble that opened it; nil while requests are sent.
    public var trouble: Trouble? { state.withLock(\.trouble) }

    /// Sends a request, unless it is open or the task is cancelled, and records how it ended.
    public func run<Value>(_ send: () async -> Result<Value, Trouble>) async -> Result<Value, Trouble> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        if let trouble { return .failure(trouble) }
        let result = await send()
        if case .failure(let trouble) = result { record(trouble) } else { record(nil) }
        return result
    }

    /// Records how a request ended: nil for well.
    public func record(_ trouble: Trouble?) {
        state.withLock { state in
            switch trouble?.scope {
            // The server answered.
            case nil, .blob: state.failuresInRow = 0
            case .request: break
            case .server: state.failuresInRow += 1
            }
            guard trouble?.isDenied == true || state.failuresInRow >= failures else { return }
            state.trouble = state.trouble ?? trouble
        }
    }

    /// Records an answer that proved wrong.
    public func reject() {
        state.withLock { state in
            state.rejections += 1
            if state.rejections >= rejections { state.trouble = state.trouble ?? Trouble(.corrupt) }
        }
    }
}
