// An `ActionResult` message does not name its action: only the key under which a server stores the message does. A
// server that confuses keys would return the files of one target for another. So xbuild adds the action's digest to
// each result that it sends to a server, as an element of `auxiliary_metadata` (see ActionResult+Auxiliary).

public import Basics

extension ActionResult {
    /// Whether a message names the expected action, another one, or none.
    public enum Binding: Hashable, Sendable {
        case same, other, absent
    }

    /// Returns whether the message names this action, another one, or none.
    public static func binding(in bytes: [UInt8], to action: Digest) -> Binding {
        guard let message: WireActionResult = try? .decoded(from: bytes, as: "ActionResult") else { return .absent }
        let named = message.executionMetadata.auxiliaryMetadata.filter { $0.typeURL == WireAny.actionType }
        guard !named.isEmpty else { return .absent }
        return named.allSatisfy { $0 == WireAny(action: action) } ? .same : .other
    }
}
