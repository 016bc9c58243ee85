public import Basics
import SwiftProtobuf

/// The result of an action as a remote worker reports it.
///
/// It differs from xbuild's own results: for a folder it may have only the digest of the tree, and standard output and
/// standard error are separate, each as a blob or as inline bytes.
public struct ReceivedResult: Hashable, Sendable {
    /// 0 when the action succeeded.
    public var exitCode: Int { rest.exitCode }
    public var metadata: ActionResult.Metadata { rest.metadata }
    /// The output folders: the digest of each tree, and the digest of its root if the worker reports it.
    public let folders: [RelativePath: Folder]
    /// Standard output, then standard error; an empty log is left out.
    public let logs: [Log]
    /// The result without the folders and logs.
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
        var rest = try ActionResult(message)
        rest.origin = .elsewhere(message.executionMetadata.signature)
        self.rest = rest
    }

    /// The result as its author must have signed it, made without any blob; nil when a folder lacks the digest of its
    /// root, which xbuild always reports.
    public var claim: ActionResult? {
        let roots = folders.values.compactMap { folder in folder.root.map { (folder.tree, $0) } }
        return completed(roots: Dictionary(roots) { first, _ in first }, log: logs.first?.digest)
    }

    /// Returns the result as xbuild stores it; nil when `roots` lacks a tree or the worker reported another root for
    /// it.
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
    /// The digest of the log.
    fileprivate var digest: Digest {
        switch self {
        case .bytes(let bytes): Digest(of: bytes)
        case .blob(let digest): digest
        }
    }

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
