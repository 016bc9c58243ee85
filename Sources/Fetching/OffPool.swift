// The cooperative pool has as many threads as the machine has cores: nothing may block in it.

import Foundation

/// Runs blocking work on a thread of its own.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
