import Machine
import SystemPackage

/// The folder of one running action.
struct WorkFolder: Hashable, Sendable {
    let folder: FilePath

    /// The action's input root and working directory.
    var root: FilePath { folder.appending("root") }
    /// The action's standard output and standard error.
    var log: FilePath { folder.appending("log") }
    /// bubblewrap's status, in JSON.
    var sandbox: FilePath { folder.appending("sandbox") }
    /// bubblewrap's options, each with a NUL at its end. A command line would show them to the action, in
    /// `/proc/1/cmdline`.
    var options: FilePath { folder.appending("options") }
    /// The sandbox's filter of system calls.
    var filter: FilePath { folder.appending("filter") }
    /// The shell's report of the CPU time of a command in the sandbox.
    var times: FilePath { root.appending(Launch.times) }
    /// The file that takes the place of tools which the step must not run, and the names of those that it ran.
    var refusal: FilePath { folder.appending("refusal") }
    var refused: FilePath { folder.appending("refused") }
    private var kept: FilePath { folder.appending("kept") }

    /// The mark of the failed step for which the folder is kept; nil when the folder is not kept.
    var keptMark: String? { kept.text }

    /// Keeps the folder after the run, until the step with this mark runs again.
    func keep(mark: String) throws(EngineError) { try onDisk(kept.write(mark)) }
}
