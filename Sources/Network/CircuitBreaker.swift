import Synchronization

/// Ends requests to a server that fails, before they are sent. It stays open once it has opened: a server that comes
/// back serves the next run.
public final class CircuitBreaker: Sendable {
    /// So many failed requests in a row open it, each after its retries.
    private let failures: Int
    /// So many rejected answers in all open it.
    private let rejections: Int
    private let opened: @Sendable (Trouble) -> Void
    private let state = Mutex(State())

    private struct State {
        var failuresInRow = 0
        var rejections = 0
        var trouble: Trouble?
    }

    /// - Parameter opened: is given the trouble that opened it, once.
    public init(failures: Int = 3, rejections: Int = 16, opened: @escaping @Sendable (Trouble) -> Void = { _ in }) {
        (self.failures, self.rejections, self.opened) = (failures, rejections, opened)
    }

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
        switch trouble?.scope {
        // The server answered.
        case nil, .blob: state.withLock { $0.failuresInRow = 0 }
        case .request: break
        case .server:
            count(trouble) { state in
                state.failuresInRow += 1
                return trouble?.isDenied == true || state.failuresInRow >= failures
            }
        }
    }

    /// Records an answer that proved wrong.
    public func reject(_ trouble: Trouble) {
        count(trouble) { state in
            state.rejections += 1
            return state.rejections >= rejections
        }
    }

    /// - Parameter opens: counts, and says whether that is too many.
    private func count(_ trouble: Trouble?, _ opens: (inout State) -> Bool) {
        let isNew = state.withLock { state in
            guard opens(&state), state.trouble == nil else { return false }
            state.trouble = trouble
            return true
        }
        if isNew, let trouble { opened(trouble) }
    }
}
