// Decides whether requests are still sent to a server, and warns about the server: once for each kind of trouble, in
// one line.

import Network
import Store
import Synchronization

/// The circuit breaker of one server, with warnings.
final class ServerHealth: Sendable {
    enum Role: Sendable {
        case cache, workers
    }

    private enum Kind: Hashable {
        case failing, idle, rejected, store
    }

    private let breaker: CircuitBreaker
    private let subject: String
    private let warn: @Sendable (String) -> Void
    private let warned = Mutex<Set<Kind>>([])

    init(of name: String, as role: Role, warn: @escaping @Sendable (String) -> Void) {
        self.warn = warn
        switch role {
        case .cache:
            subject = "the cache `\(name)` is"
            breaker = CircuitBreaker()
        case .workers:
            subject = "the workers of `\(name)` are"
            // A wrong result of a worker costs another run of the action, so few are tolerated. A cache has many
            // results, some of which may be damaged.
            breaker = CircuitBreaker(rejections: 3)
        }
    }

    var isUp: Bool { breaker.trouble == nil }

    /// Sends requests and returns their result, unless the circuit breaker is open; warns when it opens.
    func run<Value>(_ send: () async -> Result<Value, Trouble>) async -> Result<Value, Trouble> {
        let result = await breaker.run(send)
        if case .failure(let trouble) = result {
            if case .noWorker = trouble.cause {
                // This trouble takes minutes to appear, so the first one is reported.
                warn(of: .idle, trouble)
            } else if breaker.trouble == trouble, trouble.scope == .server {
                warn(of: .failing, trouble)
            }
        }
        return result
    }

    /// Counts an answer that the store rejected; `run` counts failed requests.
    func report(_ error: RemoteError) {
        switch error {
        case .rejected:
            breaker.reject()
            warn(of: .rejected, error)
        case .store: warn(of: .store, error)
        case .unavailable, .refused, .cancelled: break
        }
    }

    private func warn(of kind: Kind, _ words: any CustomStringConvertible) {
        if warned.withLock({ $0.insert(kind).inserted }) { warn("\(subject) not used: \(words)") }
    }
}
