/// Processes many items on several processors.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
    import Dispatch
#endif
import Synchronization

enum Threads {
    /// Returns the results of `work` for each part of `0..<count`, in order. Calls `work` on up to `workers` threads,
    /// at most one per processor; on the caller's thread alone when there is too little work or no thread can be
    /// created.
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

    /// Calls `body` once on each of up to `workers` threads, at most one per processor and including this one; returns
    /// when all calls have ended.
    static func run(_ workers: Int, _ body: @Sendable () -> Void) {
        let workers = min(workers, processors)
        if workers > 1 { onThreads(workers, body) } else { body() }
    }

    /// Ranges that threads take in order.
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
    extension Threads {
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
    extension Threads {
        private static let processors = max(1, sysconf(_SC_NPROCESSORS_ONLN))

        private static func onThreads(_ count: Int, _ body: @Sendable () -> Void) {
            DispatchQueue.concurrentPerform(iterations: count) { _ in body() }
        }
    }
#endif
