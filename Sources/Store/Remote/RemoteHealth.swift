// Whether it is still worth asking. Each kind of trouble is told once, in one line.

import Synchronization

/// Counts a cache's failures and gives up on it when there are too many in a row.
final class RemoteHealth: Sendable {
    /// So many failed requests in a row, each after its retries, end the use of the cache for this run.
    private static let patience = 3
    /// So many wrong answers in all do.
    private static let trust = 16

    /// What is asked.
    enum Role: String {
        case cache = "the cache"
        case workers = "the workers of"
    }

    private let name: String
    private let role: Role
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var failuresInRow = 0
        var lies = 0
        var isDown = false
        var told: Set<String> = []
    }

    init(name: String, role: Role, warn: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.role = role
        self.warn = warn
    }

    var isUp: Bool { state.withLock { !$0.isDown } }

    func succeeded() { state.withLock { $0.failuresInRow = 0 } }

    func failed(_ error: RemoteError) {
        let words = state.withLock { state in Self.words(for: error, &state) }
        if let words { warn("\(role.rawValue) `\(name)` \(role == .cache ? "is" : "are") not used: \(words)") }
    }

    /// The words of a new kind of trouble.
    private static func words(for error: RemoteError, _ state: inout State) -> String? {
        guard !state.isDown else { return nil }
        let kind: String
        switch error {
        case .cancelled: return nil
        case .denied:
            state.isDown = true
            kind = "denied"
        case .unreachable, .timedOut, .refused:
            state.failuresInRow += 1
            state.isDown = state.failuresInRow >= patience
            // Said when it is given up; before that it may have been a bad moment.
            guard state.isDown else { return nil }
            kind = "down"
        case .noWorker:
            state.failuresInRow += 1
            state.isDown = state.failuresInRow >= patience
            kind = "idle"
        case .gone, .wrongBytes, .malformed:
            state.lies += 1
            state.isDown = state.lies >= trust
            kind = "lies"
        case .store: kind = "store"
        }
        return state.told.insert(kind).inserted ? "\(error)" : nil
    }
}
