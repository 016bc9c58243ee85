import Store
import Synchronization

/// The lock of a key, held until it is released or deinitialized: only one xbuild at a time runs the action of a key.
final class KeyLock: Sendable {
    private let lock: Mutex<ActionLock?>

    init(_ lock: ActionLock) { self.lock = Mutex(lock) }

    func release() { lock.withLock { $0 = nil } }
}
