// Where actions run. Each xbuild has a folder of its own below the work root, with a file `owner` that it holds locked
// while it lives: so the next one knows what a killed one left, and cleans it away.
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

    /// Makes the folder, after cleaning away what killed runs left.
    init(_ root: FilePath) throws(EngineError) {
        try Files.makeFolder(root)
        Self.sweep(root)
        (folder, owner) = try Self.makeRunFolder(root)
    }

    /// Where the run's pipes stand.
    var pipes: JobPipes {
        JobPipes(tokens: folder.appending("jobserver"), barrier: folder.appending("configure-barrier"))
    }

    /// Where trees stand that several actions read.
    var trees: FilePath { folder.appending("trees") }

    /// A new folder for an action, with `root` and an empty `log` in it.
    func makeFolder(name: String) throws(EngineError) -> WorkFolder {
        let folder = WorkFolder(folder: newPath(name: name))
        try Files.makeFolder(folder.root)
        try Files.write("", to: folder.log)
        return folder
    }

    /// Where something of that name may be put that is gone with the run.
    func newPath(name: String) -> FilePath { folder.appending("\(name)-\(counter.next())") }

    /// Removes folders that earlier runs kept for failures of the same step: the step runs again. A run that is still
    /// going on has yet to tell of its own.
    func removeKept(mark: String) {
        let root = folder.removingLastComponent()
        for run in Files.list(root) {
            let lock = run == folder ? nil : FileLock(run.appending("owner"), create: false)
            guard run == folder || lock != nil else { continue }
            defer { withExtendedLifetime(lock) {} }
            for action in Files.list(run) where WorkFolder(folder: action).keptMark == mark { Files.remove(action) }
        }
    }

    /// Removes the folder unless it holds something that is kept. It stays locked as long as this value lives.
    func close() { Files.removeIfEmpty(folder, but: "owner") }

    // MARK: Runs

    private static func makeRunFolder(_ root: FilePath) throws(EngineError) -> (FilePath, FileLock) {
        // Another xbuild's sweep may take the new folder for one that was left, as long as it is not locked.
        for _ in 0..<100 {
            let folder = root.appending("run-\(String(UInt64.random(in: .min ... .max), radix: 36))")
            try Files.makeFolder(folder)
            if let lock = FileLock(folder.appending("owner"), create: true) { return (folder, lock) }
        }
        throw .file(doing: "lock a folder in", root, .resourceTemporarilyUnavailable)
    }

    /// Removes what runs left whose xbuild is gone, but for kept folders, and ends what still runs in it.
    private static func sweep(_ root: FilePath) {
        for run in Files.list(root) where run.lastComponent?.string.hasPrefix("run-") == true {
            let owner = run.appending("owner")
            guard Files.exists(owner) else {
                // Just being made, or left before it held anything: gone only if it is empty.
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
