import Store
import Synchronization

/// The lock of a key, held until `release` or `deinit`: only the holder may run the action of the key.
final class KeyLock: Sendable {
    private let lock: Mutex<ActionLock?>

    init(_ lock: ActionLock) { self.lock = Mutex(lock) }

    func release() { lock.withLock { $0 = nil } }
}
