// gRPC over the HTTP client: a call is a POST over HTTP/2 whose body consists of messages (see GRPCFrames), and whose
// answer ends with trailers that contain the status. An answer without messages may have the status in its headers.
// Source: gRPC's "PROTOCOL-HTTP2".

import Foundation
import Network
import SwiftProtobuf
import Synchronization

/// Makes calls to one server.
struct GRPCChannel: Sendable {
    private let client: HTTPClient
    private let base: String
    private let headers: [String]
    private let settings: HTTPSettings
    let retries: RetryPolicy

    /// The largest message in bytes, in both directions: the default of all implementations.
    static let messageLimit = 4 << 20

    /// - Parameter base: `http://HOST` or `https://HOST`.
    init(_ base: String, _ settings: HTTPSettings, _ retries: RetryPolicy) {
        client = HTTPClient(parallel: settings.parallel)
        self.settings = settings
        self.retries = retries
        self.base = base
        headers = ["Content-Type: application/grpc", "TE: trailers"] + settings.headers
    }

    /// Sends one message, with retries, and returns the answer.
    func call<Answer: Message>(
        _ method: String, _ message: some Message, deadline: Int? = nil
    ) async -> Result<Answer, Trouble> {
        await bytes(method, message, deadline: deadline).flatMap(Self.decoded)
    }

    /// Like `call`, but returns the encoded answer.
    func bytes(
        _ method: String, _ message: some Message, deadline: Int? = nil
    ) async -> Result<[UInt8], Trouble> {
        let body = Self.body(message)
        return await exchange(method, deadline) { body }
    }

    /// Sends a body of several messages, which `body` makes for each attempt, and returns the answer.
    func send<Answer: Message>(_ method: String, body: () -> HTTPBody?) async -> Result<Answer, Trouble> {
        await exchange(method, nil, body).flatMap(Self.decoded)
    }

    /// Sends one message and receives several; passes each to `each` as it arrives, which returns false to end the
    /// call. There are no retries: messages that were passed on cannot be withdrawn.
    ///
    /// - Parameter isPatient: whether the server may be silent for long between messages.
    func stream<Answer: Message>(
        _ method: String, _ message: some Message, isPatient: Bool = false,
        each: @escaping @Sendable (Answer) -> Bool
    ) async -> Result<Void, Trouble> {
        guard let body = Self.body(message) else { return .failure(.unencodable) }
        let frames = Mutex(Received())
        var request = request(method, body)
        if isPatient { request.slowest = 1 }
        request.sink = { _, bytes in
            frames.withLock { received in
                received.take(bytes) { message in
                    guard let answer = try? Answer(serializedBytes: message) else { return .undecodable }
                    return each(answer) ? nil : .cancelled
                }
            }
        }
        let ended = await client.send(request, settings)
        // If a message caused a trouble, that trouble ended the transfer.
        if let trouble = frames.withLock({ $0.trouble }) { return .failure(trouble) }
        return ended.flatMap { reply in Self.trouble(reply).map(Result.failure) ?? .success(()) }
    }

    // MARK: One call

    /// The received part of an answer.
    private struct Received {
        var frames = GRPCFrames(limit: messageLimit + 65536)
        var trouble: Trouble?

        mutating func take(_ bytes: UnsafeRawBufferPointer, _ each: ([UInt8]) -> Trouble?) -> Bool {
            guard trouble == nil else { return false }
            do throws(GRPCFrames.Fault) {
                for message in try frames.add(bytes) where trouble == nil { trouble = each(message) }
            } catch {
                trouble = Trouble(.malformed("a message that is too long, or compressed"))
            }
            return trouble == nil
        }
    }

    private func request(_ method: String, _ body: HTTPBody) -> HTTPRequest {
        var request = HTTPRequest(.post, "\(base)/\(method)", body: body)
        request.headers = headers
        request.version = .http2
        request.limit = Self.messageLimit + 65536
        return request
    }

    /// Sends a body, which `body` makes for each attempt, and returns the encoded answer.
    private func exchange(
        _ method: String, _ deadline: Int?, _ body: () -> HTTPBody?
    ) async -> Result<[UInt8], Trouble> {
        await retries.run(on: .live) {
            guard let body = body() else { return .failure(.unencodable) }
            var request = request(method, body)
            request.deadline = deadline
            if let deadline { request.headers.append("grpc-timeout: \(deadline)S") }
            return await single(request)
        }
    }

    private func single(_ request: HTTPRequest) async -> Result<[UInt8], Trouble> {
        await client.send(request, settings).flatMap { reply in
            if let trouble = Self.trouble(reply) { return .failure(trouble) }
            var frames = GRPCFrames(limit: request.limit)
            let messages = reply.body.withUnsafeBytes { try? frames.add($0) } ?? []
            guard messages.count == 1, frames.isBetweenMessages else {
                return .failure(Trouble(.malformed("\(messages.count) messages instead of one")))
            }
            return .success(messages[0])
        }
    }

    /// Returns the trouble of an answer; nil for a success.
    private static func trouble(_ reply: HTTPReply) -> Trouble? {
        if let trouble = Trouble(reply) { return trouble }
        guard let status = GRPCStatus(headers: reply.head.headers) else {
            return Trouble(.malformed("the server does not speak gRPC"))
        }
        return Trouble(status)
    }

    private static func decoded<Answer: Message>(_ bytes: [UInt8]) -> Result<Answer, Trouble> {
        if let answer = try? Answer(serializedBytes: bytes) { .success(answer) } else { .failure(.undecodable) }
    }

    /// Returns the body for a message; nil when the message cannot be encoded.
    private static func body(_ message: some Message) -> HTTPBody? {
        let bytes: [UInt8]? = try? message.serializedBytes()
        return bytes.map { HTTPBody(GRPCFrames.head(length: $0.count) + $0) }
    }
}

extension Trouble {
    fileprivate static let unencodable = Trouble(.local("a message cannot be encoded"))
    fileprivate static let undecodable = Trouble(.malformed("not a message of the type that the call returns"))
}
