import Actions
import Basics
import Foundation
import Store
import SystemPackage

/// A package's folder in a person's output folder: put in place whole or not at all.
struct DistFolder {
    /// The output folder, absolute.
    var path: String
    /// `NAME-VERSION`.
    var name: String
    var store: DiskStore

    /// Makes the folder what the tree says. One that is that already is left alone.
    ///
    /// - Parameter tree: a tree whose only entry is the folder.
    /// - Returns: whether the store held all of it.
    func deliver(tree digest: Digest) async throws -> Bool {
        do {
            let tree = try await Directory.load(tree: digest, from: store)
            guard let entry = tree.entries.first, entry.name == name, case .directory(let directory) = entry.node else {
                return false
            }
            removeLeftovers()
            if !isInPlace(directory) { try await replace(with: directory) }
            return true
        } catch StoreError.missing(let lost) {
            try? store.discard(lost)
            return false
        } catch let error as StoreError {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    private var final: String { "\(path)/\(name)" }

    /// Whether every file stands there as it was put: exported files have one fixed time, which no edit leaves.
    private func isInPlace(_ directory: Directory) -> Bool {
        var isSame = true
        directory.forEachFile { below, node in
            isSame = isSame && stands(node, at: "\(final)/\(below)")
        }
        return isSame
    }

    private func stands(_ node: Node, at path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        #if os(Linux)
            let time = status.st_mtim.tv_sec
        #else
            let time = status.st_mtimespec.tv_sec
        #endif
        switch node {
        case .file(let digest, let isExecutable):
            return status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == digest.size
                && time == TreeExport.defaultTime && (status.st_mode & 0o100 != 0) == isExecutable
        case .symlink: return status.st_mode & S_IFMT == S_IFLNK
        case .directory, .unloaded: return false
        }
    }

    private func replace(with directory: Directory) async throws {
        let beside = "\(path)/.\(name).\(getpid())"
        let (fresh, old) = (beside + ".new", beside + ".old")
        try await TreeExport(from: store).export(directory, to: FilePath(fresh))
        if rename(final, old) != 0, errno != ENOENT { throw Self.fault("move", final) }
        guard rename(fresh, final) == 0 else { throw Self.fault("move", fresh) }
        try? FileManager.default.removeItem(atPath: old)
    }

    /// Removes what killed processes left beside.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for leftover in names where leftover.hasPrefix(".\(name).") {
            let parts = leftover.split(separator: ".")
            guard let kind = parts.last, kind == "new" || kind == "old", let owner = Int32(parts[parts.count - 2]),
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(path)/\(leftover)")
        }
    }

    private static func fault(_ verb: String, _ path: String) -> CommandFailure {
        CommandFailure(.fault, error: "cannot \(verb) `\(path)`: \(String(cString: strerror(errno)).lowercased())")
    }
}
