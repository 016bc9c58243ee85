import Machine
import SystemPackage

/// The folder of one running action.
struct WorkFolder: Hashable, Sendable {
    let folder: FilePath

    /// The action's input root and working directory.
    var root: FilePath { folder.appending("root") }
    /// Its output and errors.
    var log: FilePath { folder.appending("log") }
    /// bubblewrap's status, in JSON.
    var sandbox: FilePath { folder.appending("sandbox") }
    /// The shell's report of the CPU time of a command in the sandbox.
    var times: FilePath { root.appending(Launch.times) }
    private var kept: FilePath { folder.appending("kept") }

    /// The mark of the failed step for which it is kept; nil when it is not kept.
    var keptMark: String? { kept.text }

    /// Keeps it after the run, until the step with this mark runs again.
    func keep(mark: String) throws(EngineError) { try onDisk(kept.write(mark)) }
}
