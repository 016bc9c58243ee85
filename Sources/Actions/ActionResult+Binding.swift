// A result does not contain the digest of its action; only its key does. A server that confuses keys would return the
// files of one target for another. So a result that is sent to a server names its action, in the field that the API
// reserves for implementations: `auxiliary_metadata` of `ExecutedActionMetadata`, a list of google.protobuf.Any, each
// with a type's name (field 1) and that type's bytes (field 2), here the `Digest` of the action. A protocol buffers
// message may be split into pieces that are concatenated: the piece with this field follows the result's own bytes.

public import Basics
import SwiftProtobuf

extension ActionResult {
    /// Whether a message names the action that it is the result of.
    public enum Binding: Hashable, Sendable {
        case same, other, absent
    }

    /// The bytes of the `ActionResult` message, with the digest of the action.
    public func encoded(for action: Digest) -> [UInt8] {
        encoded + Self.field(9, Self.binding(to: action))
    }

    /// Whether the message names this action, another one, or none.
    public static func binding(in bytes: [UInt8], to action: Digest) -> Binding {
        guard let message: WireActionResult = try? .decoded(from: bytes, as: "ActionResult") else { return .absent }
        let rest = Array(message.executionMetadata.unknownFields.data)
        guard rest.holds(field(1, Array(typeName.utf8))) else { return .absent }
        return rest.holds(binding(to: action)) ? .same : .other
    }

    private static let typeName = "type.xbuild/Action"

    /// The field of `ExecutedActionMetadata`.
    private static func binding(to action: Digest) -> [UInt8] {
        field(11, field(1, Array(typeName.utf8)) + field(2, WireDigest(action).bytes))
    }

    /// A length-delimited field (wire type 2) of fewer than 128 bytes.
    private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count < 128, "a longer field needs a longer count")
        return [number << 3 | 2, UInt8(bytes.count)] + bytes
    }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...(count - part.count)).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
