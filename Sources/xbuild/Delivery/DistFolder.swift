import Actions
import Basics
import Foundation
import Store
import SystemPackage

/// A package's folder in a person's output folder: put in place whole or not at all,
/// and only over what xbuild put there.
///
/// Beside it lies the record `.NAME-VERSION.tree`, which says what was delivered: see `DistRecord`. A folder without
/// one is not xbuild's and is never touched; one that a person changed is replaced on request only. While one process
/// delivers, others wait that would deliver the same name: it holds `.NAME-VERSION.lock`. What it is making lies in
/// `.NAME-VERSION.TOKEN.new` and the like, where TOKEN is 16 hexadecimal digits: no record, and no other package's
/// temporary file, has a name of that form.
struct DistFolder {
    /// The output folder, absolute.
    var path: String
    /// `NAME-VERSION`.
    var name: String
    var store: any FileStore
    /// Whether a folder that a person changed is replaced.
    var replacesChanged = false
    /// Called when another process is delivering the same.
    var waiting: @Sendable () -> Void = {}
    /// Renames, as rename(2) does.
    var move: @Sendable (_ from: String, _ to: String) -> CInt = { rename($0, $1) }

    /// Makes the folder what the tree says. One that is that already is left alone.
    ///
    /// - Parameter tree: a tree whose only entry is the folder.
    /// - Returns: whether the store held all of it.
    /// - Throws: `CommandFailure` when the folder is not xbuild's or was changed, or cannot be written, and `StoreError`.
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
        // Without a lock it may be somebody's who is at work.
        if lock != nil { removeLeftovers() }
        if isInPlace(directory) { return updateRecord(of: directory) }
        try checkChanges()
        try await replace(with: directory)
    }

    private var final: String { "\(path)/\(name)" }
    private var record: String { "\(path)/.\(name).tree" }
    /// The beginning of the names of temporary files, another each time.
    private var beside: String {
        "\(path)/.\(name).\(String(UInt64.random(in: (1 << 60) ... .max), radix: 16))"
    }

    // MARK: What is there

    /// Whether the folder is what was last delivered, that is what is to be delivered now, and nobody changed it since.
    private func isInPlace(_ directory: Directory) -> Bool {
        guard let said = FileManager.default.contents(atPath: record) else { return false }
        return DistRecord.names(directory, in: said) && DistEntry.stands(directory, at: final)
    }

    /// Lets the record of a folder in place list its files, where another version of xbuild wrote it.
    private func updateRecord(of directory: Directory) {
        guard let said = FileManager.default.contents(atPath: record), !DistRecord.listsFiles(said) else { return }
        let temporary = beside + ".record"
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        // The folder is whole without it.
        try? write(DistRecord.bytes(for: directory), to: record, by: temporary)
    }

    /// Throws when a replacement would lose a person's work.
    private func checkChanges() throws {
        guard let entry = DistEntry(final) else { return }
        guard let said = FileManager.default.contents(atPath: record) else {
            throw CommandFailure(
                .usage, error: "`\(final)` exists, and xbuild did not put it there",
                hint: "move it away, or give another folder with --output"
                    + (replacesChanged ? ": --force replaces only what xbuild put there" : ""))
        }
        if replacesChanged { return }
        guard entry.isFolder else { throw Self.refusal("`\(final)` is not the folder that xbuild put there") }
        switch DistRecord(said) {
        case .unfinished: break
        case .unknown:
            throw Self.refusal("`\(record)` does not list the files of `\(final)`: changes to them cannot be seen")
        case .delivered(let directory):
            let changes = DistChanges(in: final, since: directory)
            guard changes.all.isEmpty else {
                throw Self.refusal("`\(final)` has changes that xbuild did not make: \(changes.words)")
            }
        }
    }

    private static func refusal(_ words: String) -> CommandFailure {
        CommandFailure(.usage, error: words, hint: "keep a copy of what is yours, then replace it with --force")
    }

    // MARK: Replacing

    private func replace(with directory: Directory) async throws {
        let beside = beside
        let (fresh, old, said) = (beside + ".new", beside + ".old", beside + ".record")
        defer { for left in [fresh, said] { try? FileManager.default.removeItem(atPath: left) } }
        try await TreeExport(from: store).export(directory, to: FilePath(fresh))
        // A folder that is put there is ours from the start. What it holds is said when it is there, and not before:
        // whoever is killed between leaves one that is replaced by the next.
        try write(DistRecord.unfinishedBytes, to: record, by: said)
        try exchange(fresh, old)
        try? FileManager.default.removeItem(atPath: old)
        try write(DistRecord.bytes(for: directory), to: record, by: said)
    }

    /// Where nothing can be locked another xbuild may put its folder there between the two renames: then that one gives
    /// way in turn.
    private func exchange(_ fresh: String, _ old: String) throws {
        for _ in 0..<16 {
            if move(final, old) != 0, errno != ENOENT { throw Self.fault("move", final) }
            if move(fresh, final) == 0 { return }
            guard errno == ENOTEMPTY || errno == EEXIST else { break }
            try? FileManager.default.removeItem(atPath: old)
        }
        let failure = Self.fault("move", fresh)
        _ = move(old, final)
        throw failure
    }

    private func write(_ bytes: Data, to file: String, by temporary: String) throws {
        // Whatever the umask.
        guard FileManager.default.createFile(atPath: temporary, contents: bytes),
            chmod(temporary, 0o644) == 0, move(temporary, file) == 0
        else { throw Self.fault("write", file) }
    }

    /// Removes what killed processes left beside.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for leftover in names where isTemporary(leftover) {
            try? FileManager.default.removeItem(atPath: "\(path)/\(leftover)")
        }
    }

    private func isTemporary(_ file: String) -> Bool {
        let start = ".\(name)."
        guard file.hasPrefix(start) else { return false }
        let parts = file.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].count == 16 && parts[0].allSatisfy(\.isHexDigit)
            && ["new", "old", "record"].contains(parts[1])
    }

    private static func fault(_ verb: String, _ path: String) -> CommandFailure {
        CommandFailure(.fault, error: "cannot \(verb) `\(path)`: \(String(cString: strerror(errno)).lowercased())")
    }
}
