#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A value that threads change under a mutex, and whose changes they can await.
// Safe: mutable state is only accessed under the mutex.
final class Monitor<State>: @unchecked Sendable {  // The mutex protects the state.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Changes the state and wakes waiting threads.
    func change<Output>(_ body: (inout State) -> Output) -> Output {
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            pthread_cond_broadcast(changed)
        }
        return body(&state)
    }

    /// Returns the first result of `body` that is not nil; calls it again after every change.
    func wait<Output>(for body: (inout State) -> Output?) -> Output {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let output = body(&state) { return output }
            pthread_cond_wait(changed, mutex)
        }
    }
}
