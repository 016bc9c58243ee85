#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// Reading ahead of writing: a thread of its own fills blocks while others are written.
    ///
    /// Copying is bound by the memory's speed, and two processors have more of it than one: a large fat file is made in
    /// about half the time that `cat` takes. A block that is handed over is still in the processors' caches; whoever has
    /// to wait sleeps until there are several to take, because waking takes as long as copying one.
    // Safe: what is mutable is touched under the mutex only, a block by the side whose turn it is, the reader by the thread.
    final class OutputPipe: @unchecked Sendable {  // The mutex sees to it, as told above.
        static let blockSize = 1 << 19
        private static let blockCount = 8

        private let blocks: [UnsafeMutableRawBufferPointer]
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        private var reader: OutputReader
        /// How many blocks have been filled and written, and how many bytes the filled ones hold.
        private var filled = 0
        private var drained = 0
        private var counts = [Int](repeating: 0, count: blockCount)
        private var failure: ObjectFileError?
        private var isFinished = false
        private var isAbandoned = false

        init(_ reader: OutputReader) {
            self.reader = reader
            blocks = (0..<Self.blockCount).map { _ in .allocate(byteCount: Self.blockSize, alignment: 4096) }
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(changed, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            pthread_cond_destroy(changed)
            mutex.deallocate()
            changed.deallocate()
            for block in blocks { block.deallocate() }
        }

        /// Hands every block to `write`. False, with nothing done, when there can be no thread.
        func drain(
            _ write: (UnsafeRawBufferPointer) throws(ObjectFileError) -> Void
        ) throws(ObjectFileError) -> Bool {
            var thread = pthread_t()
            let context = Unmanaged.passUnretained(self).toOpaque()
            let status = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<OutputPipe>.fromOpaque(context).takeUnretainedValue().fill() }
                    return nil
                }, context)
            guard status == 0 else { return false }
            // The thread ends before `self` can.
            defer {
                change {
                    isAbandoned = true
                    return true
                }
                pthread_join(thread, nil)
            }
            while let block = next() {
                try write(block)
                change {
                    drained += 1
                    return filled - drained == Self.blockCount / 2
                }
            }
            if let failure { throw failure }
            return true
        }

        /// The next block to write; nil after the last one.
        private func next() -> UnsafeRawBufferPointer? {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            while filled == drained, !isFinished { pthread_cond_wait(changed, mutex) }
            guard filled > drained else { return nil }
            let index = drained % Self.blockCount
            return UnsafeRawBufferPointer(rebasing: blocks[index][..<counts[index]])
        }

        /// What the thread does.
        private func fill() {
            while let index = free() {
                do throws(ObjectFileError) {
                    let count = try reader.fill(blocks[index])
                    guard count > 0 else { break }
                    change {
                        counts[index] = count
                        filled += 1
                        return filled - drained == 1
                    }
                } catch {
                    change {
                        failure = error
                        return true
                    }
                    break
                }
            }
            change {
                isFinished = true
                return true
            }
        }

        /// The next block to fill; nil when nobody wants it any more. Once all are full it waits until half of them are not.
        private func free() -> Int? {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            if filled - drained == Self.blockCount {
                while filled - drained > Self.blockCount / 2, !isAbandoned { pthread_cond_wait(changed, mutex) }
            }
            return isAbandoned ? nil : filled % Self.blockCount
        }

        /// Wakes the other side when the body says so.
        private func change(_ body: () -> Bool) {
            pthread_mutex_lock(mutex)
            let wakes = body()
            pthread_mutex_unlock(mutex)
            if wakes { pthread_cond_signal(changed) }
        }
    }
#endif
