import Basics
import Synchronization

extension ToolchainEffects {
    /// The same with answers cached by path: every target of a run looks for the same tools.
    public func remembering() -> ToolchainEffects {
        let (programs, files) = (Remembered<Bool>(), Remembered<Bool>())
        let (paths, digests) = (Remembered<String?>(), Remembered<Task<Digest?, Never>>())
        var effects = self
        effects.isExecutable = { path in programs.value(path) { isExecutable(path) } }
        effects.exists = { path in files.value(path) { exists(path) } }
        effects.realPath = { path in paths.value(path) { realPath(path) } }
        // Concurrent callers of one path wait for the same answer.
        effects.digest = { path in await digests.value(path) { Task { await digest(path) } }.value }
        return effects
    }
}

/// Answers by path.
private final class Remembered<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])

    /// Answers one call at a time, so that nothing is computed twice.
    func value(_ path: String, _ ask: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[path] { return known }
            let value = ask()
            values[path] = value
            return value
        }
    }
}
