import Basics
import Foundation
import SwiftProtobuf

// Decodes messages that other programs may have written or a disk may have damaged. Only canonical messages are
// accepted, so that a decoded folder has the digest of the bytes that were read.

extension Directory {
    /// Reads a `Directory` message; its folders are `unloaded`.
    public init(encoded bytes: [UInt8]) throws(ProtocolError) {
        let message: WireDirectory = try .decoded(from: bytes, as: "Directory")
        try self.init(message, digest: Digest(of: bytes))
    }

    /// Makes a folder from a message whose bytes have the given digest.
    init(_ message: WireDirectory, digest: Digest) throws(ProtocolError) {
        var entries: [Entry] = []
        entries.reserveCapacity(message.files.count + message.directories.count + message.symlinks.count)
        for file in message.files {
            let name = try Self.text(of: file.name)
            let digest = try Digest(checking: file.digest)
            entries.append(Entry(name: name, node: .file(digest, isExecutable: file.isExecutable)))
        }
        for folder in message.directories {
            let name = try Self.text(of: folder.name)
            entries.append(Entry(name: name, node: .unloaded(try Digest(checking: folder.digest))))
        }
        for link in message.symlinks {
            let (name, target) = (try Self.text(of: link.name), try Self.text(of: link.target))
            guard isLinkTarget(target) else { throw .badLinkTarget(name: name) }
            entries.append(Entry(name: name, node: .symlink(target: target)))
        }
        for entry in entries where !Directory.isName(entry.name) { throw .badName(entry.name) }
        self.init(entries: entries)
        guard self.entries.count == entries.count else { throw .unsorted(name: Self.firstTwice(entries)) }
        guard self.digest == digest else { throw .notCanonical }
    }

    private static func text(of name: Data) throws(ProtocolError) -> String {
        guard let text = String(validating: name, as: UTF8.self) else { throw .undecodable(message: "Directory") }
        return text
    }

    private static func firstTwice(_ entries: [Entry]) -> String {
        var seen: Set<[UInt8]> = []
        return entries.first { !seen.insert(Array($0.name.utf8)).inserted }?.name ?? ""
    }
}

/// Returns whether a link can have this target: no system allows an empty target, or one with a NUL.
func isLinkTarget(_ target: String) -> Bool { !target.isEmpty && !target.utf8.contains(0) }

extension Digest {
    init(checking message: WireDigest) throws(ProtocolError) {
        guard let digest = Digest(message) else {
            throw .badDigest(hash: String(decoding: message.hash, as: UTF8.self), size: Int(message.sizeBytes))
        }
        self = digest
    }
}

extension Message {
    /// Decodes bytes; throws `undecodable` for every failure.
    static func decoded(from bytes: [UInt8], as name: String) throws(ProtocolError) -> Self {
        do {
            return try Self(serializedBytes: bytes)
        } catch {
            throw .undecodable(message: name)
        }
    }
}
