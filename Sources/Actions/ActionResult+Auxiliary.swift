// What xbuild adds to results, in the field that the API reserves for implementations: `auxiliary_metadata` of
// `ExecutedActionMetadata`, a list of google.protobuf.Any. Each element has a type's name and a message of that type:
//
//     type.xbuild/Action           the Digest of the action; only in results that are sent to a server
//     type.xbuild/ResultSignature  the signature of the result
//     type.xbuild/MadeHere         empty: an xbuild that uses this store made the result; only in the store's folder
//
// The mark MadeHere means nothing in a received result: a server can add it to any result.

public import Basics
import Foundation
import SwiftProtobuf

extension ActionResult {
    /// The bytes of the `ActionResult` message as the store's folder has them, with the origin. Paths are sorted: equal
    /// results give equal bytes.
    public var encoded: [UInt8] {
        var message = WireActionResult(self)
        switch origin {
        case .here: message.executionMetadata.auxiliaryMetadata = [.madeHere]
        case .elsewhere(let signature?): message.executionMetadata.auxiliaryMetadata = [WireAny(signature)]
        case .elsewhere(nil): break
        }
        return message.bytes
    }

    /// Returns the bytes of the `ActionResult` message as servers get them, with the digest of the action.
    ///
    /// - Parameter signature: a new signature; nil to keep the one that the result came with.
    public func encoded(for action: Digest, signature: ResultSignature? = nil) -> [UInt8] {
        var message = WireActionResult(self)
        message.executionMetadata.auxiliaryMetadata = [WireAny(action: action)]
        if let signature = signature ?? self.signature {
            message.executionMetadata.auxiliaryMetadata.append(WireAny(signature))
        }
        return message.bytes
    }
}

extension WireExecutedActionMetadata {
    /// The first signature; nil when there is none, or when it is malformed.
    var signature: ResultSignature? {
        auxiliaryMetadata.first { $0.typeURL == WireAny.signatureType }.flatMap { element in
            (try? WireResultSignature(serializedBytes: element.value)).flatMap(ResultSignature.init)
        }
    }

    /// The origin of a result in the store's folder.
    var origin: ActionResult.Origin {
        auxiliaryMetadata.contains(.madeHere) ? .here : .elsewhere(signature)
    }
}

extension ResultSignature {
    fileprivate init?(_ message: WireResultSignature) {
        guard let key = SHA256Value(bytes: message.key) else { return nil }
        self.init(key: key, bytes: Array(message.signature))
    }
}

extension WireAny {
    static let (actionType, signatureType) = ("type.xbuild/Action", "type.xbuild/ResultSignature")
    static let madeHere = WireAny(type: "type.xbuild/MadeHere", [])

    init(action: Digest) { self.init(type: Self.actionType, WireDigest(action).bytes) }

    init(_ signature: ResultSignature) {
        let message = WireResultSignature.with { message in
            message.key = Data(signature.key.bytes)
            message.signature = Data(signature.bytes)
        }
        self.init(type: Self.signatureType, message.bytes)
    }

    private init(type: String, _ value: [UInt8]) {
        self.init()
        typeURL = type
        self.value = Data(value)
    }
}
