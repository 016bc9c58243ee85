import SwiftProtobuf

extension Message {
    /// The encoded message: fields in the order of their numbers, so equal messages have equal bytes.
    var bytes: [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            // swift-protobuf fails only for missing required fields (proto3 has none) and for messages over 2 GiB.
            preconditionFailure("a message that cannot be encoded: \(error)")
        }
    }
}
