import Basics
import Synchronization
import Toolchains

extension ToolchainEffects {
    /// The same, asking the machine once for each path: every target of a run looks for the same tools.
    func remembering() -> ToolchainEffects {
        let (programs, files) = (Remembered<Bool>(), Remembered<Bool>())
        let (paths, digests) = (Remembered<String?>(), Remembered<Digest?>())
        var effects = self
        effects.isExecutable = { path in programs.value(path) { isExecutable(path) } }
        effects.exists = { path in files.value(path) { exists(path) } }
        effects.realPath = { path in paths.value(path) { realPath(path) } }
        effects.digest = { path in
            if let known = digests.known(path) { return known }
            let found = await digest(path)
            return digests.value(path) { found }
        }
        return effects
    }
}

/// Answers by path.
private final class Remembered<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])

    func known(_ path: String) -> Value? { values.withLock { $0[path] } }

    func value(_ path: String, _ ask: () -> Value) -> Value {
        if let known = known(path) { return known }
        let value = ask()
        values.withLock { $0[path] = value }
        return value
    }
}
