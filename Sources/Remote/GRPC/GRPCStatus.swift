import Foundation

/// How a call ended. Source: gRPC's "Status codes and their use in gRPC".
struct GRPCStatus: Error, Hashable, Sendable {
    var code: Code
    /// What the server says, as it says it.
    var message = ""

    /// Servers may know more than these.
    struct Code: RawRepresentable, Hashable, Sendable {
        let rawValue: Int

        static let ok = Code(rawValue: 0)
        static let cancelled = Code(rawValue: 1)
        static let invalidArgument = Code(rawValue: 3)
        static let deadlineExceeded = Code(rawValue: 4)
        static let notFound = Code(rawValue: 5)
        static let alreadyExists = Code(rawValue: 6)
        static let permissionDenied = Code(rawValue: 7)
        static let resourceExhausted = Code(rawValue: 8)
        static let failedPrecondition = Code(rawValue: 9)
        static let aborted = Code(rawValue: 10)
        static let unimplemented = Code(rawValue: 12)
        static let unavailable = Code(rawValue: 14)
        static let unauthenticated = Code(rawValue: 16)
    }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]
}

extension GRPCStatus {
    /// Reads what stands in an answer's headers or trailers; nil where there is none.
    init?(headers: [String: String]) {
        guard let code = headers["grpc-status"].flatMap({ Int($0) }) else { return nil }
        self.init(
            code: Code(rawValue: code), message: headers["grpc-message"].map { $0.removingPercentEncoding ?? $0 } ?? "")
    }

    init(_ message: WireStatus) {
        self.init(code: Code(rawValue: Int(message.code)), message: message.message)
    }
}

extension GRPCStatus: CustomStringConvertible {
    /// `UNAVAILABLE: what the server says`, in one line that a terminal can be given.
    var description: String {
        let name = Self.names.indices.contains(code.rawValue) ? Self.names[code.rawValue] : "status \(code.rawValue)"
        let words = message.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }
        return words.isEmpty ? name : "\(name): \(String(String.UnicodeScalarView(words)))"
    }
}
