// The cooperative pool has one thread for each core of the machine, so work on it must not block.

import Foundation

/// Runs blocking work on a new thread and returns its result.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
