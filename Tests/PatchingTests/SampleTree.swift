import Actions
import Basics
import Synchronization

@testable import Patching

/// Keeps blobs in memory, and makes trees of these blobs.
final class SampleTree: Sendable {
    private let blobs = Mutex<[Digest: [UInt8]]>([:])

    var patcher: TreePatcher {
        TreePatcher(
            read: { digest in self.blobs.withLock { $0[digest] } ?? [] }, write: { bytes in self.put(bytes) })
    }

    var difference: TreeDifference {
        TreeDifference(
            read: { digest in self.blobs.withLock { $0[digest] } ?? [] },
            difference: { history in
                let folder = try TestFolder()
                try folder.write(history, to: "history")
                try folder.shell(TreeDifference.script)
                return try folder.bytes("patch")
            })
    }

    func put(_ bytes: [UInt8]) -> Digest {
        let digest = Digest(of: bytes)
        blobs.withLock { $0[digest] = bytes }
        return digest
    }

    func tree(_ files: [String: SampleFile]) -> Directory {
        var nodes: [RelativePath: Node] = [:]
        for (path, file) in files {
            guard let path = RelativePath(path) else { continue }
            nodes[path] = .file(put(file.bytes), isExecutable: file.isExecutable)
        }
        return Directory(files: nodes)
    }

    func files(_ tree: Directory) -> [String: SampleFile] {
        var files: [String: SampleFile] = [:]
        tree.forEachFile { (path, node) in
            guard case .file(let digest, let isExecutable) = node else { return }
            files[path.string] = SampleFile(
                bytes: blobs.withLock { $0[digest] } ?? [], isExecutable: isExecutable)
        }
        return files
    }

    /// Applies a patch to a tree.
    func apply(_ patch: [UInt8], strip: Int = 1, to tree: Directory) async throws -> TreePatcher.Result {
        let diff = try UnifiedDiff(patch, name: "fix.patch", strip: strip)
        return try await patcher.apply(diff, named: "fix.patch", to: tree)
    }
}
