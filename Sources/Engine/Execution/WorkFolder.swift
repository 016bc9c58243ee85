import SystemPackage

/// The folder of one running action.
struct WorkFolder: Hashable, Sendable {
    let folder: FilePath

    /// The action's input root and working directory.
    var root: FilePath { folder.appending("root") }
    /// What it writes.
    var log: FilePath { folder.appending("log") }
    /// What bubblewrap says of itself, in JSON.
    var sandbox: FilePath { folder.appending("sandbox") }
    /// What the shell says of the CPU time of a command that ran in the sandbox.
    var times: FilePath { root.appending(Launch.times) }
    private var kept: FilePath { folder.appending("kept") }

    /// Which step's failure it is kept for; nil when it is not kept.
    var keptMark: String? { Files.read(kept) }

    /// Keeps it after the run, until the step of that mark runs again.
    func keep(mark: String) throws(EngineError) { try Files.write(mark, to: kept) }
}
