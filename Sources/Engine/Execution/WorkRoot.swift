// The folders in which actions run. Each xbuild has its own folder below the work root, with a file `owner` that it
// keeps locked while it lives. So another xbuild can detect, and remove, the folder of a killed one.
//
//     <work root>/run-XXXXXX/owner                locked by the xbuild that runs
//     <work root>/run-XXXXXX/jobserver            the pipe with the tokens
//     <work root>/run-XXXXXX/configure-barrier    the pipe at which scripts wait
//     <work root>/run-XXXXXX/trees/               trees that several actions read
//     <work root>/run-XXXXXX/0123456789ab-1/      an action: `root` (its inputs), `log`, and `kept` when it failed

import Foundation
import SystemPackage

/// One run's folder below the work root.
final class WorkRoot: Sendable {
    let folder: FilePath
    private let owner: FileLock
    private let counter = Counter()

    /// Makes the folder, after removing those of killed runs.
    init(_ root: FilePath) throws(EngineError) {
        try Files.makeFolder(root)
        Self.sweep(root)
        (folder, owner) = try Self.makeRunFolder(root)
    }

    /// The paths of the run's pipes.
    var pipes: JobPipes {
        JobPipes(tokens: folder.appending("jobserver"), barrier: folder.appending("configure-barrier"))
    }

    /// The folder of trees that several actions read.
    var trees: FilePath { folder.appending("trees") }

    /// A new folder for an action, with `root` and an empty `log` in it.
    func makeFolder(name: String) throws(EngineError) -> WorkFolder {
        let folder = WorkFolder(folder: newPath(name: name))
        try Files.makeFolder(folder.root)
        try Files.write("", to: folder.log)
        return folder
    }

    /// A new path for a file that is removed with the run.
    func newPath(name: String) -> FilePath { folder.appending("\(name)-\(counter.next())") }

    /// Removes folders that earlier runs kept for failures of the same step, because the step runs again. The folders
    /// of other running runs stay.
    func removeKept(mark: String) {
        let root = folder.removingLastComponent()
        for run in Files.list(root) {
            let lock = run == folder ? nil : FileLock(run.appending("owner"), create: false)
            guard run == folder || lock != nil else { continue }
            defer { withExtendedLifetime(lock) {} }
            for action in Files.list(run) where WorkFolder(folder: action).keptMark == mark { Files.remove(action) }
        }
    }

    /// Removes the folder unless it contains a kept folder. It stays locked as long as this value lives.
    func close() { Files.removeIfEmpty(folder, but: "owner") }

    // MARK: Runs

    private static func makeRunFolder(_ root: FilePath) throws(EngineError) -> (FilePath, FileLock) {
        // Until it is locked, another xbuild's sweep may take the new folder for a leftover.
        for _ in 0..<100 {
            let folder = root.appending("run-\(String(UInt64.random(in: .min ... .max), radix: 36))")
            try Files.makeFolder(folder)
            if let lock = FileLock(folder.appending("owner"), create: true) { return (folder, lock) }
        }
        throw .file(doing: "lock a folder in", root, .resourceTemporarilyUnavailable)
    }

    /// Removes what killed runs left, except for kept folders, and kills the processes that still run in it.
    private static func sweep(_ root: FilePath) {
        for run in Files.list(root) where run.lastComponent?.string.hasPrefix("run-") == true {
            let owner = run.appending("owner")
            guard Files.exists(owner) else {
                // Removes only an empty folder: another run may be creating it.
                _ = run.withPlatformString { rmdir($0) }
                continue
            }
            guard let lock = FileLock(owner, create: false) else { continue }
            for action in Files.list(run) where action.lastComponent?.string != "owner" {
                if WorkFolder(folder: action).keptMark != nil { continue }
                EscapedProcesses(mark: action.string).kill()
                Files.remove(action)
            }
            Files.removeIfEmpty(run, but: "owner")
            withExtendedLifetime(lock) {}
        }
    }
}
