import Network

extension GRPCStatus {
    /// Converts the status of one of several blobs or operations in a message.
    init(_ message: WireStatus) {
        self.init(code: Code(rawValue: Int(message.code)), message: message.message)
    }
}
