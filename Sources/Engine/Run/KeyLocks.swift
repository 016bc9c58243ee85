import Basics
import Store
import Synchronization

/// Locks of keys: only one xbuild at a time runs the action of a key. An effect.
struct KeyLocks: Sendable {
    /// Takes the key's lock. Nil when another process holds it.
    var tryLock: @Sendable (Digest) throws(EngineError) -> KeyLock?
    /// Waits for the key's lock; nil when the task was cancelled.
    var lock: @Sendable (Digest) async throws(EngineError) -> KeyLock?

    /// The locks of a store in a folder, which all processes with the store share.
    static func of(_ store: DiskStore) -> KeyLocks {
        KeyLocks(
            tryLock: { (key) throws(EngineError) in
                do throws(StoreError) { return try store.tryLock(key).map(KeyLock.init) } catch { throw .store(error) }
            },
            lock: { (key) async throws(EngineError) in
                do {
                    return KeyLock(try await store.lock(key))
                } catch let error as StoreError {
                    throw .store(error)
                } catch {
                    return nil
                }
            })
    }
}

/// The lock of a key, held until it is released or deinitialized.
final class KeyLock: Sendable {
    private let lock: Mutex<ActionLock?>

    init(_ lock: ActionLock) { self.lock = Mutex(lock) }

    func release() { lock.withLock { $0 = nil } }
}
