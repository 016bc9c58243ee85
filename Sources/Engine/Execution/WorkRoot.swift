// The folders in which actions run. Each xbuild process has its own folder below the work root, with a file `owner`
// that the process keeps locked until it ends. So another process can detect, and remove, the folder of a killed
// process.
//
//     <work root>/run-XXXXXX/owner                locked by the xbuild that runs
//     <work root>/run-XXXXXX/jobserver            the pipe with the tokens
//     <work root>/run-XXXXXX/configure-barrier    the pipe at which scripts wait
//     <work root>/run-XXXXXX/trees/               trees that several actions read
//     <work root>/run-XXXXXX/0123456789ab-1/      an action: `root` (its inputs), `log`, and `kept` when it failed

import Machine
import SystemPackage

/// One run's folder below the work root.
final class WorkRoot: Sendable {
    let folder: FilePath
    private let owner: FileLock
    private let counter = Counter()

    /// Makes the folder, after removing the folders of killed runs.
    ///
    /// - Parameter users: the users who run actions below `root`. The folder of a run is for its own user.
    init(_ root: FilePath, for users: CreationMode = .owner) throws(EngineError) {
        try onDisk(FileSystem.makeFolders(root.string, for: users))
        Self.sweep(root)
        (folder, owner) = try Self.makeRunFolder(root)
    }

    /// The characters beside letters and digits that the path of work folders may have without a sandbox.
    static let fitCharacters = "+-./@_~"

    /// Returns whether actions can run below a path without a sandbox: whether it has only ASCII letters, digits and
    /// `fitCharacters`. `configure` scripts, make, CMake, compilers and variables with lists of folders give a meaning to
    /// other ASCII characters: `%` in a path makes zlib's `configure` find no function. With other letters in `TMPDIR`,
    /// Swift's compiler crashes in the locale C.
    static func isFit(_ path: String) -> Bool {
        path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || fitCharacters.contains($0) }
    }

    /// The paths of the run's pipes.
    var pipes: JobPipes {
        JobPipes(tokens: folder.appending("jobserver"), barrier: folder.appending("configure-barrier"))
    }

    /// The folder of trees that several actions read.
    var trees: FilePath { folder.appending("trees") }

    /// Makes a new folder for an action, with `root` and an empty `log` in it.
    func makeFolder(name: String) throws(EngineError) -> WorkFolder {
        let folder = WorkFolder(folder: newPath(name: name))
        try onDisk(folder.root.makeFolders())
        try onDisk(folder.log.write(""))
        return folder
    }

    /// Returns a new path for a file or folder that is removed at the end of the run.
    func newPath(name: String) -> FilePath { folder.appending("\(name)-\(counter.next())") }

    /// Removes folders that earlier runs kept for failures of the same step, because the step runs again. The folders
    /// of other running runs stay.
    func removeKept(mark: String) {
        let root = folder.removingLastComponent()
        for run in root.entries {
            let lock = run == folder ? nil : Self.owner(of: run)
            guard run == folder || lock != nil else { continue }
            defer { withExtendedLifetime(lock) {} }
            for action in run.entries where WorkFolder(folder: action).keptMark == mark { try? action.removeTree() }
        }
    }

    /// Removes the folder unless it contains a kept folder. The folder stays locked as long as this object exists.
    func close() { Self.removeIfEmpty(folder) }

    // MARK: Runs

    private static func makeRunFolder(_ root: FilePath) throws(EngineError) -> (FilePath, FileLock) {
        // Until the new folder is locked, the `sweep` of another xbuild may remove it.
        for _ in 0..<100 {
            let folder = root.appending("run-\(String(UInt64.random(in: .min ... .max), radix: 36))")
            try onDisk(FileSystem.makeFolders(folder.string, for: .owner))
            if let lock = owner(of: folder, create: true) { return (folder, lock) }
        }
        throw .file(.system(.lock, path: root.string, .wouldBlock))
    }

    /// Removes the folders that killed runs left, except for kept folders, and kills the processes that still run in
    /// them.
    private static func sweep(_ root: FilePath) {
        for run in root.entries where run.lastComponent?.string.hasPrefix("run-") == true {
            guard run.appending("owner").exists else {
                // Removes the folder only if it is empty: another run may be creating it.
                try? FileSystem.removeFolder(run.string)
                continue
            }
            guard let lock = owner(of: run) else { continue }
            for action in run.entries where action.lastComponent?.string != "owner" {
                if WorkFolder(folder: action).keptMark != nil { continue }
                EscapedProcesses(mark: action.string).kill()
                try? action.removeTree()
            }
            removeIfEmpty(run)
            withExtendedLifetime(lock) {}
        }
    }

    /// Returns the lock of a run's folder; nil while the process that made the folder holds the lock.
    private static func owner(of run: FilePath, create: Bool = false) -> FileLock? {
        try? FileLock.tryLock(run.appending("owner").string, create: create)
    }

    /// Removes a run's folder that contains at most the file `owner`.
    private static func removeIfEmpty(_ run: FilePath) {
        guard run.entries.allSatisfy({ $0.lastComponent?.string == "owner" }) else { return }
        try? run.removeTree()
    }
}
