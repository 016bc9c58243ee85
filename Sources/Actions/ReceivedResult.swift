public import Basics
import SwiftProtobuf

/// The result of an action as a remote worker reports it.
///
/// It may have less than xbuild's own results: of a folder only the digest of its tree; standard output and error are
/// separate, each a blob or inline bytes.
public struct ReceivedResult: Hashable, Sendable {
    /// 0 when the action succeeded.
    public var exitCode: Int { rest.exitCode }
    public var metadata: ActionResult.Metadata { rest.metadata }
    /// The output folders: the digest of each tree, and of its root where the worker reports it.
    public let folders: [RelativePath: Folder]
    /// Standard output, then standard error; an empty one is left out.
    public let logs: [Log]
    /// Everything but the folders.
    private let rest: ActionResult

    public struct Folder: Hashable, Sendable {
        public var tree: Digest
        public var root: Digest?
    }

    public enum Log: Hashable, Sendable {
        case bytes([UInt8])
        case blob(Digest)
    }

    /// Reads an `ActionResult` message.
    public init(encoded bytes: [UInt8]) throws(ProtocolError) {
        var message: WireActionResult = try .decoded(from: bytes, as: "ActionResult")
        var folders: [RelativePath: Folder] = [:]
        for folder in message.outputDirectories {
            let root = folder.hasRootDirectoryDigest ? try Digest(checking: folder.rootDirectoryDigest) : nil
            folders[try RelativePath(checking: folder.path)] = Folder(
                tree: try Digest(checking: folder.treeDigest), root: root)
        }
        let output = try Log(message.hasStdoutDigest ? message.stdoutDigest : nil, Array(message.stdoutRaw))
        let errors = try Log(message.hasStderrDigest ? message.stderrDigest : nil, Array(message.stderrRaw))
        logs = [output, errors].compactMap { $0 }
        message.outputDirectories = []
        message.clearStdoutDigest()
        self.folders = folders
        rest = try ActionResult(message)
    }

    /// The result as xbuild stores it, once the root of each tree is known; nil where the worker reports another root.
    ///
    /// - Parameter roots: maps the digest of each tree to that of its root.
    public func completed(roots: [Digest: Digest], log: Digest?) -> ActionResult? {
        var result = rest
        result.log = log
        for (path, folder) in folders {
            guard let root = roots[folder.tree], folder.root ?? root == root else { return nil }
            result.outputs[path] = .directory(tree: folder.tree, root: root)
        }
        return result
    }

    /// The digests of the output files.
    public var files: [Digest] { rest.blobs }
}

extension ReceivedResult.Log {
    /// Nil when nothing was written.
    fileprivate init?(_ digest: WireDigest?, _ raw: [UInt8]) throws(ProtocolError) {
        if !raw.isEmpty {
            self = .bytes(raw)
        } else if let digest = try digest.map({ (digest) throws(ProtocolError) in try Digest(checking: digest) }),
            digest.size > 0
        {
            self = .blob(digest)
        } else {
            return nil
        }
    }
}
