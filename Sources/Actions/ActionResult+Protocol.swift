import Basics
import SwiftProtobuf

extension ActionResult {
    /// Reads an `ActionResult` message, also from older servers, which report links in two separate lists. An output
    /// folder must have the digest of its root: xbuild's commands request that digest. The
    /// bytes must come from the store of this machine, because they contain the origin; servers send a
    /// `ReceivedResult`.
    public init(encoded bytes: [UInt8]) throws(ProtocolError) {
        try self.init(try .decoded(from: bytes, as: "ActionResult"))
    }

    init(_ message: WireActionResult) throws(ProtocolError) {
        self.init(
            outputs: try Self.outputs(of: message), exitCode: Int(message.exitCode),
            log: message.hasStdoutDigest ? try Digest(checking: message.stdoutDigest) : nil,
            metadata: try Metadata(message.executionMetadata), origin: message.executionMetadata.origin)
    }

    private static func outputs(of message: WireActionResult) throws(ProtocolError) -> [RelativePath: Output] {
        var outputs: [RelativePath: Output] = [:]
        func add(_ output: Output, at text: String) throws(ProtocolError) {
            let path = try RelativePath(checking: text)
            guard outputs.updateValue(output, forKey: path) == nil else { throw .unsorted(name: text) }
        }
        for file in message.outputFiles {
            try add(.file(try Digest(checking: file.digest), isExecutable: file.isExecutable), at: file.path)
        }
        for folder in message.outputDirectories {
            let tree = try Digest(checking: folder.treeDigest)
            try add(.directory(tree: tree, root: try Digest(checking: folder.rootDirectoryDigest)), at: folder.path)
        }
        for link in message.outputSymlinks + message.outputFileSymlinks + message.outputDirectorySymlinks {
            guard isLinkTarget(link.target) else { throw .badLinkTarget(name: link.path) }
            try add(.symlink(target: link.target), at: link.path)
        }
        return outputs
    }

    /// Every blob that the result refers to directly: files, trees, roots of trees, the log.
    public var blobs: [Digest] {
        var digests: [Digest] = []
        for (_, output) in outputs.sorted(by: { $0.key < $1.key }) {
            switch output {
            case .file(let digest, _): digests.append(digest)
            case .symlink: break
            case .directory(let tree, let root): digests += [tree, root]
            }
        }
        if let log { digests.append(log) }
        return digests
    }
}

extension WireActionResult {
    /// The message without the origin and the action.
    init(_ result: ActionResult) {
        self.init()
        for (path, output) in result.sortedOutputs { append(output, at: path.string) }
        exitCode = Int32(clamping: result.exitCode)
        if let log = result.log { stdoutDigest = WireDigest(log) }
        if result.metadata != ActionResult.Metadata() {
            executionMetadata = WireExecutedActionMetadata(result.metadata)
        }
    }

    fileprivate mutating func append(_ output: ActionResult.Output, at path: String) {
        switch output {
        case .file(let digest, let isExecutable):
            outputFiles.append(
                .with { ($0.path, $0.digest, $0.isExecutable) = (path, WireDigest(digest), isExecutable) })
        case .symlink(let target):
            outputSymlinks.append(.with { ($0.path, $0.target) = (path, target) })
        case .directory(let tree, let root):
            var folder = WireOutputDirectory()
            (folder.path, folder.treeDigest, folder.rootDirectoryDigest) = (path, WireDigest(tree), WireDigest(root))
            folder.isTopologicallySorted = true
            outputDirectories.append(folder)
        }
    }
}

extension WireExecutedActionMetadata {
    fileprivate init(_ metadata: ActionResult.Metadata) {
        self.init()
        worker = metadata.worker
        executionStartTimestamp = WireTimestamp(seconds: metadata.started)
        executionCompletedTimestamp = WireTimestamp(seconds: metadata.finished)
    }
}

extension ActionResult.Metadata {
    fileprivate init(_ message: WireExecutedActionMetadata) throws(ProtocolError) {
        self.init(
            worker: message.worker,
            started: try message.executionStartTimestamp.checkedSeconds(field: "execution_start_timestamp"),
            finished: try message.executionCompletedTimestamp.checkedSeconds(field: "execution_completed_timestamp"))
    }
}

extension WireTimestamp {
    /// Rounds to microseconds: a `Double` holds times of this century to that precision. A time out of range becomes 0.
    fileprivate init(seconds time: Double) {
        self.init()
        guard time.isFinite, time.magnitude < Self.limit else { return }
        let micros = Int64((time * 1e6).rounded())
        let (quotient, remainder) = micros.quotientAndRemainder(dividingBy: 1_000_000)
        // Nanoseconds are never negative, even for times before 1970.
        seconds = remainder < 0 ? quotient - 1 : quotient
        nanos = Int32(remainder < 0 ? remainder + 1_000_000 : remainder) * 1000
    }

    fileprivate func checkedSeconds(field: String) throws(ProtocolError) -> Double {
        guard Double(seconds).magnitude < Self.limit, (0..<1_000_000_000).contains(nanos) else {
            throw .badNumber(field: field)
        }
        return Double(seconds * 1_000_000 + Int64(nanos / 1000)) / 1e6
    }

    /// Seconds to the end of the year 9999, the last that the format allows.
    private static let limit = 253_402_300_800.0
}
