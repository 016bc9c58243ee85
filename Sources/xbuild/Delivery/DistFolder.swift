import Actions
import Basics
import Machine
import Store
import SystemPackage

/// A package's folder in the user's output folder: replaced atomically, and only if xbuild delivered it.
///
/// The record `.NAME-VERSION.tree` beside it lists the delivered files: see `DistRecord`. xbuild never touches a folder
/// without a record, and replaces a folder that the user changed, or that another command delivered, only on request. A
/// process that delivers the folder holds `.NAME-VERSION.lock`; other processes that deliver the same name wait. Temporary files have names of
/// `TemporaryName`, by which the next process that delivers the folder finds and removes leftovers.
struct DistFolder {
    /// The absolute path of the output folder.
    var path: String
    /// `NAME-VERSION`.
    var name: String
    var kind: DistRecord.Kind
    var store: any FileStore
    /// Whether a folder that the user changed is replaced.
    var replacesChanged = false
    /// Called when another process is delivering the same name.
    var waiting: @Sendable () -> Void = {}
    /// Renames a path as rename(2) does; a test can replace this function.
    var move: @Sendable (_ from: String, _ to: String) throws(FileError) -> Void = { (from, to) throws(FileError) in
        try FileSystem.rename(from, to: to)
    }

    /// Delivers the tree. A folder that is already equal to the tree is not touched.
    ///
    /// - Parameter tree: a tree whose only entry is the folder.
    /// - Returns: whether the store held the whole tree.
    /// - Throws: `StoreError`; `CommandFailure` if the folder is not xbuild's, was changed, or cannot be written.
    func deliver(tree digest: Digest) async throws -> Bool {
        do {
            let tree = try await Directory.load(tree: digest, from: store)
            guard let entry = tree.entries.first, entry.name == name, case .directory(let directory) = entry.node else {
                return false
            }
            try await deliver(directory)
            return true
        } catch StoreError.missing(let lost) {
            try? await store.discard(lost)
            return false
        }
    }

    private func deliver(_ directory: Directory) async throws {
        let lock = try await PathLock.lockWherePossible(FilePath("\(path)/.\(name).lock"), waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        // Without a lock, the temporary files may belong to a running process.
        if lock != nil { TemporaryName.removeLeftovers(of: final, minimumAge: 0) }
        if isInPlace(directory) { return updateRecord(of: directory) }
        try await replace(with: directory, recorded: try checkConflicts())
    }

    private var final: String { "\(path)/\(name)" }
    private var record: String { "\(path)/.\(name).tree" }
    private func temporary(_ kind: String) -> String { TemporaryName.path(beside: final, kind) }

    // MARK: What is there

    /// Returns whether the folder is the last delivery, equals the new one, and has not been changed since.
    private func isInPlace(_ directory: Directory) -> Bool {
        guard let contents = try? FileSystem.contents(record) else { return false }
        return DistRecord.names(directory, kind, in: contents) && DistEntry.isUnchanged(directory, at: final)
    }

    /// Rewrites the record of an unchanged folder if an older version of xbuild wrote the record.
    private func updateRecord(of directory: Directory) {
        guard let contents = try? FileSystem.contents(record), !DistRecord.isCurrent(contents) else { return }
        let temporary = temporary("record")
        defer { try? FileSystem.removeTree(temporary) }
        // Errors are ignored, because the folder is complete without the new record.
        try? write(DistRecord.bytes(kind, for: directory), to: record, by: temporary)
    }

    /// Returns the folder that the last delivery recorded, if it still exists.
    ///
    /// - Parameter trustingTimes: whether files with the delivered sizes and times count as unchanged without being read.
    /// - Throws: `CommandFailure` if a delivery would lose the user's work, or packages of another command.
    @discardableResult
    func checkConflicts(trustingTimes: Bool = false) throws -> Directory? {
        guard let entry = DistEntry(final) else { return nil }
        guard let contents = try? FileSystem.contents(record) else {
            throw CommandFailure(
                .usage, error: "`\(final)` exists, and xbuild did not put it there",
                hint: "move it away, or give another folder with --output"
                    + (replacesChanged ? ": --force replaces only what xbuild put there" : ""))
        }
        let recorded = DistRecord(contents)
        if replacesChanged { return recorded?.folders.first }
        guard entry.isFolder else { throw Self.refusal("`\(final)` is not the folder that xbuild put there") }
        guard let recorded else {
            throw Self.refusal("`\(record)` does not list the files of `\(final)`: changes to them cannot be detected")
        }
        if let other = recorded.kind, other != kind {
            throw CommandFailure(
                .usage, error: "`\(final)` has \(other.words), which \(kind.words) would replace",
                hint: "give another folder with --output, or replace the folder with --force")
        }
        if trustingTimes, recorded.folders.contains(where: { DistEntry.isUnchanged($0, at: final) }) {
            return recorded.folders.first
        }
        // After an interrupted replacement the folder is the old or the new one.
        let changes = recorded.folders.map { DistChanges(in: final, since: $0) }
        if let least = changes.min(by: { $0.all.count < $1.all.count }), !least.all.isEmpty {
            throw Self.refusal("`\(final)` has changes that xbuild did not make: \(least.words)")
        }
        return recorded.folders.first
    }

    private static func refusal(_ words: String) -> CommandFailure {
        CommandFailure(.usage, error: words, hint: "keep a copy of your files, then replace the folder with --force")
    }

    // MARK: Replacing

    private func replace(with directory: Directory, recorded: Directory?) async throws {
        let (fresh, old, newRecord) = (temporary("new"), temporary("old"), temporary("record"))
        defer { for left in [fresh, newRecord] { try? FileSystem.removeTree(left) } }
        try await TreeExport(from: store).export(directory, to: FilePath(fresh))
        // Before the folder is put in place, the record lists the files of both folders; afterwards those of the new one.
        // If the process is killed in between, the next delivery knows the files that xbuild made.
        let during = try DistRecord.bytes(kind, for: directory, replacing: recorded ?? directory)
        try write(during, to: record, by: newRecord)
        try exchange(fresh, old)
        try? FileSystem.removeTree(old)
        try write(DistRecord.bytes(kind, for: directory), to: record, by: newRecord)
    }

    /// Puts the new folder in place of the old one. Without locks, another xbuild may deliver its folder between the
    /// two renames; that folder is then moved away too.
    private func exchange(_ fresh: String, _ old: String) throws {
        for _ in 0..<16 {
            do { try move(final, old) } catch  where error.errno == .noSuchFileOrDirectory {} catch {
                throw Self.fault("move", final, error)
            }
            do {
                return try move(fresh, final)
            } catch  where error.errno == .directoryNotEmpty || error.errno == .fileExists {
                try? FileSystem.removeTree(old)
            } catch {
                try? move(old, final)
                throw Self.fault("move", fresh, error)
            }
        }
        try? move(old, final)
        throw CommandFailure(.fault, error: "cannot move `\(fresh)`: another xbuild delivers the same folder")
    }

    private func write(_ bytes: [UInt8], to file: String, by temporary: String) throws {
        do throws(FileError) {
            // The permissions of the file do not depend on the umask.
            _ = try NewFile.write(to: temporary, isExecutable: false) { (new) throws(FileError) in
                try new.write(bytes[...])
                return true
            }
            try move(temporary, file)
        } catch {
            throw Self.fault("write", file, error)
        }
    }

    private static func fault(_ verb: String, _ path: String, _ error: FileError) -> CommandFailure {
        CommandFailure(.fault, error: "cannot \(verb) `\(path)`: \(error.reason)")
    }
}

extension DistRecord.Kind {
    fileprivate var words: String {
        switch self {
        case .library: "the files of `xbuild recipe`"
        case .packages: "the packages of `xbuild package`"
        }
    }
}
