import Basics
import Store
import Synchronization

/// One xbuild at a time runs the action of a key: an effect.
struct KeyLocks: Sendable {
    /// Holds the key until released. Nil when another process holds it.
    var tryLock: @Sendable (Digest) throws(EngineError) -> KeyLock?
    /// Waits for it; nil when the task was cancelled.
    var lock: @Sendable (Digest) async throws(EngineError) -> KeyLock?

    /// The locks of a store in a folder, which all processes share that use it.
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

/// A key that is held until it is released, or nobody refers to it any more.
final class KeyLock: Sendable {
    private let lock: Mutex<ActionLock?>

    init(_ lock: ActionLock) { self.lock = Mutex(lock) }

    func release() { lock.withLock { $0 = nil } }
}
