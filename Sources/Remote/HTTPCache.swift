// Bazel's simple cache protocol: `GET`, `HEAD` and `PUT` of `ac/HEX` and `cas/HEX` below an address, HEX being the 64
// hex digits of a SHA-256. Source: Bazel's documentation on remote caching, "HTTP caching protocol". Many servers can
// do it: bazel-remote, nginx with its DAV module, buckets behind a gateway.

public import Basics
public import Network
public import Store

/// A cache that is spoken to over HTTP.
public struct HTTPCache: RemoteCache {
    private let address: RemoteAddress
    private let client: HTTPClient
    /// How often a request is sent at most, and the seconds before the second time; then twice as long, and so on.
    private let attempts: Int
    private let pause: Double
    private let parallel: Int

    public var name: String { address.text }

    public init(_ address: RemoteAddress, _ settings: HTTPSettings, attempts: Int = 3, pause: Double = 0.2) {
        self.address = address
        client = HTTPClient(settings)
        (self.attempts, self.pause) = (attempts, pause)
        // A few more than are under way: the client always has some at hand.
        parallel = settings.parallel * HTTPClient.threads * 2
    }

    public func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest] {
        let outage = Outage()
        let answers = await inParallel(digests, atMost: parallel) { digest in
            (digest, await outage.unless { await has(digest) })
        }
        var missing: Set<Digest> = []
        for (digest, answer) in answers where try !answer.get() { missing.insert(digest) }
        return digests.filter(missing.contains)
    }

    private func has(_ digest: Digest) async -> Result<Bool, RemoteError> {
        await reply(to: HTTPRequest(.head, address.blob(digest))).map { reply in
            // A server that tells a size tells whether it has the whole.
            reply.status == 200 && reply.headers["content-length"].flatMap { Int($0) } ?? digest.size == digest.size
        }
    }

    public func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError] {
        let outage = Outage()
        let faults = await inParallel(digests, atMost: parallel) { digest in
            (digest, await outage.unless { await fetch(digest, store) })
        }
        return faults.reduce(into: [:]) { found, pair in if let fault = pair.1 { found[pair.0] = fault } }
    }

    private func fetch(_ digest: Digest, _ store: DiskStore) async -> RemoteError? {
        // One that came in wrong is asked for once more: it may have been the way and not the server.
        var fault = await fetchOnce(digest, store)
        if case .wrongBytes = fault { fault = await fetchOnce(digest, store) }
        return fault
    }

    private func fetchOnce(_ digest: Digest, _ store: DiskStore) async -> RemoteError? {
        let incoming = Incoming(digest, store)
        var request = HTTPRequest(.get, address.blob(digest))
        request.sink = { incoming.take($0) }
        switch await reply(to: request, before: { incoming.restart() }) {
        case .failure(let error): return incoming.fault ?? error
        case .success(let reply) where reply.status == 200: return incoming.finish()
        case .success: return .gone(digest)
        }
    }

    public func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError) {
        let outage = Outage()
        let faults = await inParallel(digests, atMost: 8) { digest in
            await outage.unless { await upload(digest, store) }
        }
        for case .some(let fault) in faults { throw fault }
    }

    private func upload(_ digest: Digest, _ store: DiskStore) async -> RemoteError? {
        do throws(RemoteError) {
            let outgoing = try Outgoing(digest, store)
            let fault = await put(outgoing.body, at: address.blob(digest))
            return outgoing.fault ?? fault
        } catch {
            return error
        }
    }

    public func result(of action: Digest) async throws(RemoteError) -> [UInt8]? {
        let reply = try await reply(to: HTTPRequest(.get, address.result(of: action))).get()
        return reply.status == 200 ? reply.body : nil
    }

    public func put(_ result: [UInt8], for action: Digest) async throws(RemoteError) {
        if let fault = await put(HTTPBody(result), at: address.result(of: action)) { throw fault }
    }

    private func put(_ body: HTTPBody, at place: String) async -> RemoteError? {
        switch await reply(to: HTTPRequest(.put, place, body: body)) {
        case .failure(let error): error
        case .success(let reply): (200...299).contains(reply.status) ? nil : .refused(reason: "status \(reply.status)")
        }
    }

    // MARK: Retries

    /// The answer when it is 200 to 299 or says that there is no such thing, after as many attempts as it takes.
    private func reply(to request: HTTPRequest, before: () -> Void = {}) async -> Result<HTTPReply, RemoteError> {
        var wait = pause
        for attempt in 1... {
            before()
            let error: RemoteError
            switch await client.send(request) {
            case .success(let reply):
                guard let refusal = Self.refusal(reply.status) else { return .success(reply) }
                guard reply.status >= 500 || reply.status == 429, attempt < attempts else { return .failure(refusal) }
                error = refusal
            case .failure(let fault):
                error = Self.error(fault)
                guard fault.isWorthARetry, attempt < attempts else { return .failure(error) }
            }
            // Not all at the same moment.
            do { try await Task.sleep(for: .seconds(wait * Double.random(in: 0.75...1.25))) } catch {
                return .failure(.cancelled)
            }
            wait *= 2
        }
        return .failure(.cancelled)
    }

    private static func refusal(_ status: Int) -> RemoteError? {
        switch status {
        case 200...299, 404, 410: nil
        case 401, 403, 407: .denied
        default: .refused(reason: "status \(status)")
        }
    }

    private static func error(_ fault: HTTPFault) -> RemoteError {
        switch fault {
        case .timedOut: .timedOut
        case .broken(let reason): .unreachable(reason: reason)
        case .redirects: .refused(reason: "redirects without end, or to where nobody follows")
        case .tooMuch: .malformed(reason: "more bytes than there can be")
        case .unreadable: .unreachable(reason: "what is sent cannot be read")
        case .cancelled: .cancelled
        }
    }
}

extension HTTPFault {
    /// Whether the same request may succeed a moment later. Whoever did not answer in all the time that there was is
    /// not given it again.
    fileprivate var isWorthARetry: Bool {
        switch self {
        case .broken: true
        case .timedOut, .redirects, .tooMuch, .unreadable, .cancelled: false
        }
    }
}
