#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Something that threads change in the order of their numbers.
// Safe: what is mutable is touched under the mutex only.
final class Turns<State>: @unchecked Sendable {  // The mutex sees to it, as told above.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let passed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State
    /// Whose turn it is.
    private var number = 0

    init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(passed, nil)
    }

    deinit {
        pthread_cond_destroy(passed)
        pthread_mutex_destroy(mutex)
        passed.deallocate()
        mutex.deallocate()
    }

    /// Waits until all lower numbers, from 0 on, have had their turn. Each number has to have one, once.
    func inTurn<Output>(_ number: Int, _ body: (inout State) -> Output) -> Output {
        pthread_mutex_lock(mutex)
        while self.number != number { pthread_cond_wait(passed, mutex) }
        defer {
            self.number += 1
            pthread_mutex_unlock(mutex)
            pthread_cond_broadcast(passed)
        }
        return body(&state)
    }

    /// At once, whoever's turn it is.
    func now<Output>(_ body: (inout State) -> Output) -> Output {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}
