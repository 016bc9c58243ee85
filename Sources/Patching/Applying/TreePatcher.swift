import Actions
import Basics

/// Applies a patch to a tree. It touches nothing outside the tree and never follows links; a patch that does not apply
/// as a whole leaves the tree unchanged.
struct TreePatcher: Sendable {
    var limits = PatchLimits()
    /// Reads a file's bytes.
    let read: @Sendable (Digest) async throws -> [UInt8]
    /// Stores a file's bytes.
    let write: @Sendable ([UInt8]) async throws -> Digest

    /// A patched tree, and the hunks that were displaced.
    struct Result: Sendable {
        var tree: Directory
        var moves: [HunkMove]
    }

    /// Applies a patch that was read from the file `name`.
    ///
    /// - Throws: `PatchError`, and the errors of reading and writing.
    func apply(_ diff: UnifiedDiff, named name: String, to tree: Directory) async throws -> Result {
        var run = PatchRun(name: name, patcher: self, tree: tree, comparisons: limits.comparisons)
        for file in diff.files { try await run.apply(file) }
        return Result(tree: run.tree, moves: run.moves)
    }
}

/// A partly applied patch.
private struct PatchRun {
    let name: String
    let patcher: TreePatcher
    var tree: Directory
    var moves: [HunkMove] = []
    var bytesRead = 0
    var comparisons: Int

    mutating func apply(_ file: FileDiff) async throws {
        switch file.change {
        case .edit(let path, let other):
            let (path, source) = try edited(path, or: other, file)
            try await put(file, at: path, from: source)
        case .create(let path):
            try checkFree(path, file)
            try await put(file, at: path, from: nil)
        case .delete(let path):
            let left = try await patched(file, at: path, try present(path, file))
            guard left.isEmpty else { throw error(file, .target(path, .notEmpty)) }
            tree = tree.removing(path)
        case .rename(let old, let new):
            let source = try present(old, file)
            tree = tree.removing(old)
            try checkFree(new, file)
            try await put(file, at: new, from: source)
        case .copy(let old, let new):
            let source = try present(old, file)
            try checkFree(new, file)
            try await put(file, at: new, from: source)
        }
    }

    // MARK: Files

    private struct Source {
        var digest: Digest
        var isExecutable: Bool
    }

    private mutating func put(_ file: FileDiff, at path: RelativePath, from source: Source?) async throws {
        var digest = source?.digest
        if digest == nil || !file.hunks.isEmpty {
            let bytes = try await patched(file, at: path, source)
            digest = try await patcher.write(bytes)
        }
        guard let digest else { return }
        let isExecutable = file.isExecutable ?? source?.isExecutable ?? false
        tree = tree.inserting(.file(digest, isExecutable: isExecutable), at: path)
    }

    private mutating func patched(_ file: FileDiff, at path: RelativePath, _ source: Source?) async throws -> [UInt8] {
        bytesRead += source?.digest.size ?? 0
        guard bytesRead <= patcher.limits.fileBytes else {
            throw error(file, .readsTooMuch(limit: patcher.limits.fileBytes))
        }
        var bytes: [UInt8] = []
        if let source { bytes = try await patcher.read(source.digest) }
        guard !file.hunks.isEmpty else { return bytes }
        var patching = FilePatcher(bytes, patch: name, path: path, comparisons: comparisons)
        let result = try patching.apply(file.hunks)
        comparisons = patching.comparisons
        moves += result.moves
        return result.bytes
    }

    // MARK: Paths

    /// Returns whichever of two paths exists, and its file. If neither exists and the patch adds all lines of a file,
    /// returns the first path without a file.
    private func edited(
        _ path: RelativePath, or other: RelativePath?, _ file: FileDiff
    ) throws(PatchError) -> (RelativePath, Source?) {
        let found = try source(path, file)
        if let other, let source = try source(other, file) {
            guard found == nil else { throw error(file, .target(path, .ambiguous(other))) }
            return (other, source)
        }
        if found == nil, file.hunks.count == 1, file.hunks[0].old.isNothing {
            try checkFree(path, file)
            return (path, nil)
        }
        guard let found else { throw error(file, .target(path, .missing)) }
        return (path, found)
    }

    private func present(_ path: RelativePath, _ file: FileDiff) throws(PatchError) -> Source {
        guard let source = try source(path, file) else { throw error(file, .target(path, .missing)) }
        return source
    }

    /// Returns the file at a path; nil when there is none.
    private func source(_ path: RelativePath, _ file: FileDiff) throws(PatchError) -> Source? {
        let components = path.components
        for count in 1...components.count {
            guard let part = RelativePath(components.prefix(count).joined(separator: "/")) else { return nil }
            switch tree[part] {
            case nil: return nil
            case .symlink: throw error(file, .target(path, .link))
            case .directory where count < components.count: continue
            case .file(let digest, let isExecutable) where count == components.count:
                return Source(digest: digest, isExecutable: isExecutable)
            case .file, .directory, .unloaded: throw error(file, .target(path, .notAFile))
            }
        }
        return nil
    }

    private func checkFree(_ path: RelativePath, _ file: FileDiff) throws(PatchError) {
        guard try source(path, file) == nil else { throw error(file, .target(path, .exists)) }
    }

    private func error(_ file: FileDiff, _ reason: PatchError.Reason) -> PatchError {
        PatchError(patch: name, line: file.line, reason: reason)
    }
}

extension Directory {
    /// Returns the tree without the node at a path, and without the parent folders that this empties.
    fileprivate func removing(_ path: RelativePath) -> Directory { removing(path.components[...]) }

    private func removing(_ path: ArraySlice<String>) -> Directory {
        Directory(
            entries: entries.compactMap { entry in
                guard let name = path.first, entry.name.utf8.elementsEqual(name.utf8) else { return entry }
                guard path.count > 1, case .directory(let folder) = entry.node else { return nil }
                let left = folder.removing(path.dropFirst())
                return left.entries.isEmpty ? nil : Entry(name: entry.name, node: .directory(left))
            })
    }
}
