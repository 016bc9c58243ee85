/// Work on many things on several processors at once.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
    import Dispatch
#endif
import Synchronization

enum Workers {
    /// What `work` makes of each part of `0..<count`, in order. It is called on up to `workers` threads, as far as
    /// there are processors; on the caller's alone when there is nothing to share out or no thread to be had.
    static func map<Output: Sendable>(
        _ count: Int, workers: Int, _ work: @Sendable (Range<Int>) -> [Output]
    ) -> [Output] {
        let workers = min(workers, processors, count)
        guard workers > 1 else { return work(0..<count) }
        // Some parts take longer than others.
        let parts = Parts(count: count, size: max(1, count / (workers * 8)))
        let results = Mutex<[Int: [Output]]>([:])
        run(workers) {
            while let part = parts.next() {
                let result = work(part)
                results.withLock { $0[part.lowerBound] = result }
            }
        }
        return results.withLock { all in all.keys.sorted().flatMap { all[$0] ?? [] } }
    }

    /// Calls `body` on this thread and on others, up to `workers` in all as far as there are processors and threads to
    /// be had, and returns when all are done.
    static func run(_ workers: Int, _ body: @Sendable () -> Void) {
        let workers = min(workers, processors)
        if workers > 1 { onThreads(workers, body) } else { body() }
    }

    /// Ranges that are handed out to whoever asks first.
    private final class Parts: Sendable {
        private let count: Int
        private let size: Int
        private let given = Atomic(0)

        init(count: Int, size: Int) {
            self.count = count
            self.size = size
        }

        func next() -> Range<Int>? {
            let start = given.add(size, ordering: .relaxed).oldValue
            return start < count ? start..<min(start + size, count) : nil
        }
    }
}

#if canImport(Glibc) || canImport(Musl)
    extension Workers {
        private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

        private static func onThreads(_ count: Int, _ body: () -> Void) {
            withoutActuallyEscaping(body) { body in
                let work = Unmanaged.passRetained(Work(body))
                defer { work.release() }
                let threads = (1..<count).compactMap { _ in thread(work) }
                body()
                for thread in threads { pthread_join(thread, nil) }
            }
        }

        private static func thread(_ work: Unmanaged<Work>) -> pthread_t? {
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body() }
                    return nil
                }, work.toOpaque())
            return status == 0 ? thread : nil
        }

        private final class Work {
            let body: () -> Void

            init(_ body: @escaping () -> Void) { self.body = body }
        }
    }
#else
    extension Workers {
        private static let processors = max(1, sysconf(_SC_NPROCESSORS_ONLN))

        private static func onThreads(_ count: Int, _ body: @Sendable () -> Void) {
            DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
        }
    }
#endif
