import Actions
import Basics
import Machine
import Patching
import Store
import SystemPackage

/// A folder with edits of a recipe's source: a folder that `xbuild patch` made, or the build folder that a failed build
/// kept.
struct EditedFolder {
    /// The folder that holds the source.
    private let source: String
    /// Whether the folder is a kept build folder, which contains generated files.
    private let isKept: Bool
    private let words: String

    /// - Parameters:
    ///   - path: the absolute path.
    ///   - words: the path as the user wrote it.
    init(path: String, words: String) throws {
        guard FileSystem.kind(path) == .folder else {
            throw CommandFailure(.usage, error: "there is no folder `\(words)`")
        }
        // In a build folder, the build's script is beside the source.
        let root = [path, path + "/root"].first { root in
            ["run.sh", "source"].allSatisfy { FileSystem.exists("\(root)/\($0)") }
        }
        source = root.map { $0 + "/source" } ?? path
        isKept = root != nil
        self.words = words
    }

    /// Returns the edits, as a patch of the recipe's source.
    func patch(of original: PatchedSource) async throws -> TreeDifference.Patch {
        let store = original.context.store
        let before = try await original.tree()
        let after = try edited(try await TreeIngest(into: store).directory(at: FilePath(source)), original, before)
        let difference = TreeDifference(
            read: { digest in
                guard let bytes = try store.blob(digest) else { throw StoreError.missing(digest) }
                return bytes
            }, difference: { history in try await Self.difference(in: history, on: original.context.host) })
        let patch = try await difference.patch(from: before, to: after)
        guard !patch.files.isEmpty else { throw CommandFailure(.usage, error: "nothing was edited in `\(words)`") }
        return patch
    }

    /// Returns the difference between the two commits of a history, which git writes.
    private static func difference(in history: [UInt8], on host: Host) async throws -> [UInt8] {
        let scratch = FilePath(try host.makeScratch("patch"))
        defer { try? scratch.removeTree() }
        try FileSystem.write(history, to: scratch.appending("history").string)
        // With these variables, git would use other settings or another repository.
        let environment = host.environment.filter { !$0.key.hasPrefix("GIT_") }
        let result = try await host.run(
            ["/bin/sh", "-c", TreeDifference.script], environment, in: scratch,
            failure: "cannot write the patch with git")
        if result.status == 127 {
            throw CommandFailure(
                .usage, error: "`git` is not installed", hint: "install it: `xbuild patch` writes patches with git")
        }
        guard result.status == 0 else {
            let reason = result.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
            throw CommandFailure(.fault, error: "cannot write the patch with git\(reason)")
        }
        return try FileSystem.contents(scratch.appending("patch").string)
    }

    /// Returns the tree without files that do not belong to the source.
    private func edited(
        _ tree: Directory, _ original: PatchedSource, _ before: Directory
    ) throws -> Directory {
        guard isKept else {
            // The user may have tracked the edits with git.
            let isOwn = before.entries.contains { $0.name == ".git" }
            return Directory(entries: tree.entries.filter { isOwn || $0.name != ".git" })
        }
        var files: [RelativePath: Node] = [:]
        var others: [RelativePath] = []
        var generated: [RelativePath] = []
        tree.forEachFile { (path, node) in
            guard let old = before[path] else { return others.append(path) }
            files[path] = node
            if original.isBootstrapped, node != old { generated.append(path) }
        }
        generated = try generated.filter { path in try Self.isGenerated(path, files[path], original.context.store) }
        for path in generated { files[path] = before[path] }
        let reasons = [
            (others, "a build leaves files that the source does not have"), (generated, "autoreconf writes it again"),
        ]
        for (paths, reason) in reasons {
            guard let first = paths.min() else { continue }
            let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
            original.context.host.talk("note: `\(first)`\(more) left out: \(reason)\n")
        }
        return Directory(files: files)
    }

    private static func isGenerated(_ path: RelativePath, _ node: Node?, _ store: DiskStore) throws -> Bool {
        guard case .file(let digest, _) = node else { return false }
        return GeneratedFiles.contains(path, start: try store.blob(digest)?.prefix(256) ?? [])
    }
}
