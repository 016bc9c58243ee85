import Basics
import Synchronization

extension ToolchainEffects {
    /// Returns these effects with results cached by path, because every target of a run searches for the same tools.
    public func remembering() -> ToolchainEffects {
        let (programs, files) = (Remembered<Bool>(), Remembered<Bool>())
        let (paths, digests) = (Remembered<String?>(), Remembered<Task<Digest?, Never>>())
        var effects = self
        effects.isExecutable = { path in programs.value(path) { isExecutable(path) } }
        effects.exists = { path in files.value(path) { exists(path) } }
        effects.realPath = { path in paths.value(path) { realPath(path) } }
        // Concurrent callers with the same path wait for the same task.
        effects.digest = { path in await digests.value(path) { Task { await digest(path) } }.value }
        return effects
    }
}

/// A cache of results by path.
private final class Remembered<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])

    /// Returns the cached result for the path, or computes it. Calls run one at a time, so that nothing is computed
    /// twice.
    func value(_ path: String, _ compute: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[path] { return known }
            let value = compute()
            values[path] = value
            return value
        }
    }
}
