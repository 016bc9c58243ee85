// An `ActionResult` message does not name its action: only the key under which a server stores the message does. A
// server that confuses keys would return the files of one target for another. So xbuild adds the action's digest to
// each result that it sends to a server, in the field that the API reserves for implementations: `auxiliary_metadata`
// of `ExecutedActionMetadata`, a list of google.protobuf.Any. Each element has a type's name (field 1) and a message of
// that type (field 2), here the `Digest` of the action. A decoder of protocol buffers merges the fields of concatenated
// messages, so a message with only this field can follow the result's own bytes.

public import Basics
import SwiftProtobuf

extension ActionResult {
    /// Whether a message names the expected action, another one, or none.
    public enum Binding: Hashable, Sendable {
        case same, other, absent
    }

    /// Returns the bytes of the `ActionResult` message, with the digest of the action.
    public func encoded(for action: Digest) -> [UInt8] {
        encoded + Self.field(9, Self.binding(to: action))
    }

    /// Returns whether the message names this action, another one, or none.
    public static func binding(in bytes: [UInt8], to action: Digest) -> Binding {
        guard let message: WireActionResult = try? .decoded(from: bytes, as: "ActionResult") else { return .absent }
        let rest = Array(message.executionMetadata.unknownFields.data)
        guard rest.holds(field(1, Array(typeName.utf8))) else { return .absent }
        return rest.holds(binding(to: action)) ? .same : .other
    }

    private static let typeName = "type.xbuild/Action"

    /// Returns the field of `ExecutedActionMetadata` that names the action.
    private static func binding(to action: Digest) -> [UInt8] {
        field(11, field(1, Array(typeName.utf8)) + field(2, WireDigest(action).bytes))
    }

    /// Returns a length-delimited field (wire type 2) of fewer than 128 bytes.
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
