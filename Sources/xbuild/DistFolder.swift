import Actions
import Basics
import Foundation
import Store
import SystemPackage

/// A package's folder in a person's output folder: put in place whole or not at all,
/// and only over what xbuild put there.
///
/// Beside it lies `.NAME-VERSION.tree`, which says what was delivered: the digest of the tree. A folder without one is
/// somebody else's and is never touched.
struct DistFolder {
    /// The output folder, absolute.
    var path: String
    /// `NAME-VERSION`.
    var name: String
    var store: any FileStore

    /// Makes the folder what the tree says. One that is that already is left alone.
    ///
    /// - Parameter tree: a tree whose only entry is the folder.
    /// - Returns: whether the store held all of it.
    /// - Throws: `CommandFailure` when the folder is somebody else's, or cannot be written.
    func deliver(tree digest: Digest) async throws -> Bool {
        do {
            let tree = try await Directory.load(tree: digest, from: store)
            guard let entry = tree.entries.first, entry.name == name, case .directory(let directory) = entry.node else {
                return false
            }
            removeLeftovers()
            if try !isInPlace(directory) { try await replace(with: directory) }
            return true
        } catch StoreError.missing(let lost) {
            try? await store.discard(lost)
            return false
        } catch let error as StoreError {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    private var final: String { "\(path)/\(name)" }
    private var record: String { "\(path)/.\(name).tree" }

    // MARK: What is there

    /// Whether the folder is what was last delivered, that is what is to be delivered now, and nobody changed it since.
    private func isInPlace(_ directory: Directory) throws -> Bool {
        let delivered = FileManager.default.contents(atPath: record).map { String(decoding: $0, as: UTF8.self) }
        guard DistEntry(final) != nil else { return false }
        guard let delivered else {
            throw CommandFailure(
                .usage, error: "`\(final)` exists, and xbuild did not put it there",
                hint: "move it away, or give another folder with --output")
        }
        return delivered == "\(directory.digest)\n" && DistEntry.stands(directory, at: final)
    }

    // MARK: Replacing

    private func replace(with directory: Directory) async throws {
        let beside = "\(path)/.\(name).\(getpid())"
        let (fresh, old) = (beside + ".new", beside + ".old")
        do {
            try await TreeExport(from: store).export(directory, to: FilePath(fresh))
        } catch {
            try? FileManager.default.removeItem(atPath: fresh)
            throw error
        }
        // Said first: a folder that is put there is ours from the start.
        try write("\(directory.digest)\n", to: record, by: beside + ".tree")
        try exchange(fresh, old)
        try? FileManager.default.removeItem(atPath: old)
    }

    /// Another xbuild may put its folder there between the two renames: then that one gives way in turn.
    private func exchange(_ fresh: String, _ old: String) throws {
        for _ in 0..<16 {
            if rename(final, old) != 0, errno != ENOENT { throw Self.fault("move", final) }
            if rename(fresh, final) == 0 { return }
            guard errno == ENOTEMPTY || errno == EEXIST else { break }
            try? FileManager.default.removeItem(atPath: old)
        }
        throw Self.fault("move", fresh)
    }

    private func write(_ text: String, to file: String, by temporary: String) throws {
        // Whatever the umask.
        guard FileManager.default.createFile(atPath: temporary, contents: Data(text.utf8)),
            chmod(temporary, 0o644) == 0, rename(temporary, file) == 0
        else { throw Self.fault("write", file) }
    }

    /// Removes what killed processes left beside.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for leftover in names where leftover.hasPrefix(".\(name).") {
            let parts = leftover.split(separator: ".")
            guard parts.count > 2, ["new", "old", "tree"].contains(parts[parts.count - 1]),
                let owner = Int32(parts[parts.count - 2]), kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(path)/\(leftover)")
        }
    }

    private static func fault(_ verb: String, _ path: String) -> CommandFailure {
        CommandFailure(.fault, error: "cannot \(verb) `\(path)`: \(String(cString: strerror(errno)).lowercased())")
    }
}
