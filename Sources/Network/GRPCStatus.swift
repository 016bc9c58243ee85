import Foundation

/// The status of a finished gRPC call. Source: gRPC's "Status codes and their use in gRPC".
public struct GRPCStatus: Error, Hashable, Sendable {
    public var code: Code
    /// The server's message, unchanged.
    public var message: String

    /// An open set: servers may send other codes.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let ok = Code(rawValue: 0)
        public static let cancelled = Code(rawValue: 1)
        public static let invalidArgument = Code(rawValue: 3)
        public static let deadlineExceeded = Code(rawValue: 4)
        public static let notFound = Code(rawValue: 5)
        public static let alreadyExists = Code(rawValue: 6)
        public static let permissionDenied = Code(rawValue: 7)
        public static let resourceExhausted = Code(rawValue: 8)
        public static let failedPrecondition = Code(rawValue: 9)
        public static let aborted = Code(rawValue: 10)
        public static let unimplemented = Code(rawValue: 12)
        public static let unavailable = Code(rawValue: 14)
        public static let unauthenticated = Code(rawValue: 16)
    }

    public init(code: Code, message: String = "") {
        self.code = code
        self.message = message
    }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]
}

extension GRPCStatus {
    /// Reads the status in an answer's headers or trailers; nil if there is none.
    public init?(headers: [String: String]) {
        guard let code = headers["grpc-status"].flatMap({ Int($0) }) else { return nil }
        self.init(
            code: Code(rawValue: code), message: headers["grpc-message"].map { $0.removingPercentEncoding ?? $0 } ?? "")
    }
}

extension GRPCStatus: CustomStringConvertible {
    /// `UNAVAILABLE: MESSAGE`, in one line without control characters.
    public var description: String {
        let name = Self.names.indices.contains(code.rawValue) ? Self.names[code.rawValue] : "status \(code.rawValue)"
        let words = message.unicodeScalars.prefix(200).map { $0.properties.generalCategory == .control ? " " : $0 }
        return words.isEmpty ? name : "\(name): \(String(String.UnicodeScalarView(words)))"
    }
}
