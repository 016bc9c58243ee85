import Network

extension GRPCStatus {
    /// The status of one blob or operation among several in a message.
    init(_ message: WireStatus) {
        self.init(code: Code(rawValue: Int(message.code)), message: message.message)
    }
}
