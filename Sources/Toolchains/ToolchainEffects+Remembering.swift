import Basics
import Machine
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
        let (folders, names) = (Remembered<Task<Digest?, Never>>(), Remembered<[String]>())
        effects.folderDigest = { path in await folders.value(path) { Task { await folderDigest(path) } }.value }
        effects.names = { folder in names.value(folder) { self.names(folder) } }
        let (forms, outputs) = (Remembered<ProgramForm?>(), Remembered<Task<ProcessResult?, Never>>())
        effects.form = { path in forms.value(path) { form(path) } }
        // No two examinations run the same program with different environments.
        effects.run = { arguments, environment in
            let command = arguments.joined(separator: "\0")
            return await outputs.value(command) { Task { await run(arguments, environment) } }.value
        }
        let identities = Remembered<Task<Examined, Never>>()
        effects.identity = { tools, examine in await identities.value(tools) { Task { await examine() } }.value }
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
