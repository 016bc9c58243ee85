#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Something that threads change one at a time, and may wait for to change.
// Safe: what is mutable is touched under the mutex only.
final class Monitor<State>: @unchecked Sendable {  // The mutex sees to it, as told above.
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

    /// Changes the state and wakes who waits.
    func change<Output>(_ body: (inout State) -> Output) -> Output {
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            pthread_cond_broadcast(changed)
        }
        return body(&state)
    }

    /// What `body` makes of the state, as soon as that is something; it is asked again after every change.
    func wait<Output>(for body: (inout State) -> Output?) -> Output {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let output = body(&state) { return output }
            pthread_cond_wait(changed, mutex)
        }
    }
}
