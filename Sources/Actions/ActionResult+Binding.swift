// A result does not say whose it is: the key under which it lies does. A server that mixes up its keys would hand out
// the files of one target for those of another. So a result that leaves this machine names its action, in the field
// that the API has for what its implementations want to add: `auxiliary_metadata` of `ExecutedActionMetadata`, a list
// of google.protobuf.Any, each with a type's name (field 1) and that type's bytes (field 2), here the `Digest` of the
// action. Protocol buffers allow a message to come in pieces: the piece with this field stands
// behind the result's own bytes.

public import Basics
import SwiftProtobuf

extension ActionResult {
    /// Whether a message says whose result it is.
    public enum Binding: Hashable, Sendable {
        case same, other, absent
    }

    /// The bytes of the `ActionResult` message, with the action's name in it.
    public func encoded(for action: Digest) -> [UInt8] {
        encoded + Self.field(9, Self.binding(to: action))
    }

    /// What a message says of the action whose result it is.
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
