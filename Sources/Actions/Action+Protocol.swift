public import Basics
import SwiftProtobuf

extension Action {
    /// Returns the `Action` and `Command` messages. The digest of the `Action` message is the action's key.
    public func encoded() -> (action: [UInt8], command: [UInt8]) {
        var encoder = ActionEncoder()
        write(to: &encoder)
        return encoder.finish()
    }

    /// The key of the action's result.
    public var digest: Digest { Digest(of: encoded().action) }

    /// Returns the digests in an `Action` message: those of the blobs from which the action is made.
    public static func references(
        in action: [UInt8]
    ) throws(ProtocolError) -> (command: Digest, inputRoot: Digest, listing: Digest?) {
        let message: WireAction = try .decoded(from: action, as: "Action")
        let listing = message.platform.properties.first { $0.name == listingProperty }.flatMap { Digest($0.value) }
        return (try Digest(checking: message.commandDigest), try Digest(checking: message.inputRootDigest), listing)
    }

    /// Makes an action from its messages, its root and, if the messages name one, its listing. Folders below the root
    /// may be unloaded, except the folder in which the command runs.
    ///
    /// Throws `wrongDigest` when the digest of a part is not the one in the `Action` message, and `notCanonical` when
    /// xbuild would encode the action differently.
    public init(action: [UInt8], command: [UInt8], root: Directory, listing: [UInt8]? = nil) throws(ProtocolError) {
        let message: WireAction = try .decoded(from: action, as: "Action")
        let references = try Action.references(in: action)
        try Self.require(Digest(of: command), is: references.command)
        try Self.require(root.digest, is: references.inputRoot)
        if let digest = references.listing { try Self.require(Digest(of: listing ?? []), is: digest) }
        let plain = message.platform.properties.filter { $0.name != Self.listingProperty }.map { ($0.name, $0.value) }
        guard case .directory(let inputs)? = root.entries.first?.node else { throw .notCanonical }
        self.init(
            command: try Command(encoded: command), inputRoot: inputs,
            platform: try Self.uniquePairs(plain + Self.pairs(inListing: listing ?? [])),
            timeout: message.hasTimeout ? Int(message.timeout.seconds) : nil)
        guard encoded() == (action, command) else { throw .notCanonical }
    }

    private static func require(_ found: Digest, is expected: Digest) throws(ProtocolError) {
        guard found == expected else { throw .wrongDigest(expected: expected, found: found) }
    }

    fileprivate static func uniquePairs(_ pairs: [(String, String)]) throws(ProtocolError) -> [String: String] {
        var result: [String: String] = [:]
        for (name, value) in pairs {
            guard result.updateValue(value, forKey: name) == nil else { throw .unsorted(name: name) }
        }
        return result
    }
}

extension Command {
    /// Reads a `Command` message. Its platform is ignored: the `Action` message contains the same platform.
    fileprivate init(encoded bytes: [UInt8]) throws(ProtocolError) {
        let message: WireCommand = try .decoded(from: bytes, as: "Command")
        var paths: [RelativePath] = []
        for text in message.outputPaths { paths.append(try RelativePath(checking: text)) }
        self.init(
            arguments: message.arguments,
            environment: try Action.uniquePairs(message.environmentVariables.map { ($0.name, $0.value) }),
            outputPaths: paths)
    }
}

extension RelativePath {
    init(checking text: String) throws(ProtocolError) {
        guard let path = RelativePath(text) else { throw .badPath(text) }
        self = path
    }
}
