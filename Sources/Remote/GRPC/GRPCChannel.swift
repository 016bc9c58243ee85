// gRPC over the HTTP client: a call is a POST over HTTP/2 whose body is messages, see GRPCFrames, and whose answer ends
// with trailers that say how it went. An answer without messages may say so in its headers. Source:
// gRPC's "PROTOCOL-HTTP2".

import Foundation
import Network
import SwiftProtobuf
import Synchronization

/// Calls to one server.
struct GRPCChannel: Sendable {
    private let client: HTTPClient
    private let base: String
    private let headers: [String]
    /// How often a call is made at most, and the seconds before the second time; then twice as long, and so on.
    let attempts: Int
    let pause: Double

    /// The most bytes of a message that a server sends or takes; what all implementations start with.
    static let messageLimit = 4 << 20

    /// - Parameter base: `http://HOST` or `https://HOST`.
    init(_ base: String, _ settings: HTTPSettings, attempts: Int, pause: Double) {
        client = HTTPClient(settings)
        self.base = base
        headers = ["Content-Type: application/grpc", "TE: trailers"] + settings.headers
        (self.attempts, self.pause) = (attempts, pause)
    }

    /// One message there and one back, after as many attempts as it takes.
    func call<Answer: Message>(
        _ method: String, _ message: some Message, deadline: Int? = nil
    ) async -> Result<Answer, GRPCFault> {
        switch await bytes(method, message, deadline: deadline) {
        case .failure(let fault): .failure(fault)
        case .success(let bytes):
            if let answer = try? Answer(serializedBytes: bytes) { .success(answer) } else { .failure(.undecodable) }
        }
    }

    /// The same with the answer as it came.
    func bytes(
        _ method: String, _ message: some Message, deadline: Int? = nil
    ) async -> Result<[UInt8], GRPCFault> {
        guard let body = Self.body(message) else { return .failure(.unencodable) }
        var request = request(method, body)
        request.deadline = deadline
        return await retrying { await single(request) }
    }

    /// Many messages there, laid out as a body for each attempt, and one back.
    func send<Answer: Message>(_ method: String, body: () -> HTTPBody?) async -> Result<Answer, GRPCFault> {
        let answer: Result<[UInt8], GRPCFault> = await retrying {
            guard let body = body() else { return .failure(.unencodable) }
            return await single(request(method, body))
        }
        return answer.flatMap { bytes in
            if let answer = try? Answer(serializedBytes: bytes) { .success(answer) } else { .failure(.undecodable) }
        }
    }

    /// One message there and many back, each handed on as it comes; false ends the call. It is made once: what has come
    /// cannot be called back. Nil when the server ended it well.
    ///
    /// - Parameter isPatient: whether the server may be at work and only say so now and then.
    func stream<Answer: Message>(
        _ method: String, _ message: some Message, isPatient: Bool = false,
        each: @escaping @Sendable (Answer) -> Bool
    ) async -> GRPCFault? {
        guard let body = Self.body(message) else { return .unencodable }
        let frames = Mutex(Received())
        var request = request(method, body)
        if isPatient { request.slowest = 1 }
        request.sink = { bytes in
            frames.withLock { received in
                received.take(bytes) { message in
                    guard let answer = try? Answer(serializedBytes: message) else { return .undecodable }
                    return each(answer) ? nil : .cancelled
                }
            }
        }
        let ended = await client.send(request)
        if let fault = frames.withLock({ $0.fault }) { return fault }
        switch ended {
        case .failure(let fault): return .http(fault)
        case .success(let reply): return Self.fault(reply)
        }
    }

    // MARK: One call

    /// What came of an answer so far.
    private struct Received {
        var frames = GRPCFrames(limit: messageLimit + 65536)
        var fault: GRPCFault?

        mutating func take(_ bytes: UnsafeRawBufferPointer, _ each: ([UInt8]) -> GRPCFault?) -> Bool {
            guard fault == nil else { return false }
            do throws(GRPCFrames.Fault) {
                for message in try frames.add(bytes) where fault == nil { fault = each(message) }
            } catch {
                fault = .malformed("a message that is too long, or compressed")
            }
            return fault == nil
        }
    }

    private func request(_ method: String, _ body: HTTPBody) -> HTTPRequest {
        var request = HTTPRequest(.post, "\(base)/\(method)", body: body)
        request.headers = headers
        request.version = .http2
        request.limit = Self.messageLimit + 65536
        return request
    }

    private func single(_ request: HTTPRequest) async -> Result<[UInt8], GRPCFault> {
        var request = request
        if let deadline = request.deadline { request.headers.append("grpc-timeout: \(deadline)S") }
        switch await client.send(request) {
        case .failure(let fault): return .failure(.http(fault))
        case .success(let reply):
            if let fault = Self.fault(reply) { return .failure(fault) }
            var frames = GRPCFrames(limit: request.limit)
            let messages = reply.body.withUnsafeBytes { try? frames.add($0) } ?? []
            guard messages.count == 1, frames.isBetweenMessages else {
                return .failure(.malformed("\(messages.count) messages in place of one"))
            }
            return .success(messages[0])
        }
    }

    /// Nil when it went well.
    private static func fault(_ reply: HTTPReply) -> GRPCFault? {
        guard reply.status == 200 else { return .httpStatus(reply.status) }
        guard let status = GRPCStatus(headers: reply.headers) else { return .malformed("it does not speak gRPC") }
        return status.code == .ok ? nil : .status(status)
    }

    /// The body of a message; nil when that cannot be encoded.
    private static func body(_ message: some Message) -> HTTPBody? {
        let bytes: [UInt8]? = try? message.serializedBytes()
        return bytes.map { HTTPBody(GRPCFrames.head(length: $0.count) + $0) }
    }

    // MARK: Retries

    private func retrying<Answer>(
        _ call: () async -> Result<Answer, GRPCFault>
    ) async -> Result<Answer, GRPCFault> {
        for attempt in 1... {
            let result = await call()
            guard case .failure(let fault) = result, fault.isWorthARetry, attempt < attempts else { return result }
            guard await rest(before: attempt + 1) else { return .failure(.cancelled) }
        }
        return .failure(.cancelled)
    }

    /// Waits before another attempt; false when the task was cancelled meanwhile.
    func rest(before attempt: Int) async -> Bool {
        let wait = pause * Double(1 << min(max(0, attempt - 2), 6))
        // Not all at the same moment.
        return (try? await Task.sleep(for: .seconds(wait * Double.random(in: 0.75...1.25)))) != nil
    }
}

extension GRPCFault {
    fileprivate static let unencodable = GRPCFault.malformed("a message that cannot be encoded")
    fileprivate static let undecodable = GRPCFault.malformed("not the message that the call answers with")
}
