public import Basics
import SwiftProtobuf

/// What a worker on another machine says that an action left.
///
/// It says less than xbuild's own results do, and otherwise: of a folder perhaps only the digest of its tree, output
/// and errors apart, either as a blob or as it is.
public struct ReceivedResult: Hashable, Sendable {
    /// 0 when the action succeeded.
    public var exitCode: Int { rest.exitCode }
    public var metadata: ActionResult.Metadata { rest.metadata }
    /// The trees of the folders that it left, and what it says of the roots of these.
    public let folders: [RelativePath: Folder]
    /// Standard output, then errors; neither when there were none.
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

    /// The result as xbuild keeps it, when it is known which root each tree has; nil where that is not what it says.
    ///
    /// - Parameter roots: the digests of the roots, by those of the trees.
    public func completed(roots: [Digest: Digest], log: Digest?) -> ActionResult? {
        var result = rest
        result.log = log
        for (path, folder) in folders {
            guard let root = roots[folder.tree], folder.root ?? root == root else { return nil }
            result.outputs[path] = .directory(tree: folder.tree, root: root)
        }
        return result
    }

    /// The files among its outputs.
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
