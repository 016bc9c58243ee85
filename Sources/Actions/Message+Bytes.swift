import SwiftProtobuf

extension Message {
    /// The encoded message: fields in the order of their numbers, so equal messages give equal bytes.
    var bytes: [UInt8] {
        do {
            return try serializedBytes()
        } catch {
            // swift-protobuf refuses required fields that are not set (proto3 has none) and messages over 2 GiB.
            preconditionFailure("a message that cannot be encoded: \(error)")
        }
    }
}
