// Bazel's simple cache protocol: `GET`, `HEAD` and `PUT` of `ac/HEX` and `cas/HEX` below an address, HEX being the 64
// hex digits of a SHA-256. Source: Bazel's documentation on remote caching, "HTTP caching protocol". Many servers
// support it: bazel-remote, nginx with its DAV module, buckets behind a gateway.

public import Basics
public import Network
public import Store

/// A cache with Bazel's simple cache protocol.
public struct HTTPCache: RemoteCache {
    private let address: RemoteAddress
    private let settings: HTTPSettings
    private let client: HTTPClient
    private let retries: RetryPolicy
    private let health: ServerHealth
    private let parallel: Int

    public var name: String { address.text }
    public var isUp: Bool { health.isUp }

    /// - Parameters:
    ///   - pause: the seconds before the second attempt of a request.
    ///   - warn: receives one line for each kind of network trouble.
    public init(
        _ address: RemoteAddress, _ settings: HTTPSettings, pause: Double = 0.25,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.address = address
        self.settings = settings
        client = HTTPClient(parallel: settings.parallel)
        retries = .remote(pause: pause)
        health = ServerHealth(of: address.text, as: .cache, warn: warn)
        // More than the client sends at once, so that the client never waits for the next request.
        parallel = settings.parallel * HTTPClient.threads * 2
    }

    public func report(_ error: RemoteError) { health.report(error) }

    // MARK: Blobs

    public func missing(_ digests: [Digest]) async throws(RemoteError) -> [Digest] {
        let answers = await inParallel(digests, atMost: parallel) { digest in (digest, await has(digest)) }
        var missing: Set<Digest> = []
        for (digest, answer) in answers where try !answer.get() { missing.insert(digest) }
        return digests.filter(missing.contains)
    }

    private func has(_ digest: Digest) async -> Result<Bool, RemoteError> {
        await find(HTTPRequest(.head, address.blob(digest))).map { reply in
            // If the server reports a size, it must be that of the whole blob.
            reply.map { $0.head.headers["content-length"].flatMap { Int($0) } ?? digest.size == digest.size } ?? false
        }
    }

    public func fetch(_ digests: [Digest], into store: DiskStore) async -> [Digest: RemoteError] {
        let errors = await inParallel(digests, atMost: parallel) { digest in (digest, await fetch(digest, store)) }
        return errors.reduce(into: [:]) { found, pair in if let error = pair.1 { found[pair.0] = error } }
    }

    private func fetch(_ digest: Digest, _ store: DiskStore) async -> RemoteError? {
        let incoming = Incoming(digest, store)
        var request = HTTPRequest(.get, address.blob(digest))
        request.sink = { _, bytes in incoming.take(bytes) }
        let result = await retrying {
            incoming.restart()
            return incoming.finish(await send(request))
        }
        return incoming.error(result)
    }

    public func upload(_ digests: [Digest], from store: DiskStore) async throws(RemoteError) {
        let errors = await inParallel(digests, atMost: 8) { digest in await upload(digest, store) }
        for case .some(let error) in errors { throw error }
    }

    private func upload(_ digest: Digest, _ store: DiskStore) async -> RemoteError? {
        do throws(StoreError) {
            let outgoing = try Outgoing(digest, store)
            let error = await put(outgoing.body, at: address.blob(digest))
            return outgoing.fault ?? error
        } catch {
            return .store(error)
        }
    }

    // MARK: Results

    public func result(of action: Digest) async throws(RemoteError) -> [UInt8]? {
        try await find(HTTPRequest(.get, address.result(of: action))).get()?.body
    }

    public func put(_ result: [UInt8], for action: Digest) async throws(RemoteError) {
        if let error = await put(HTTPBody(result), at: address.result(of: action)) { throw error }
    }

    // MARK: Requests

    private func put(_ body: HTTPBody, at place: String) async -> RemoteError? {
        let request = HTTPRequest(.put, place, body: body)
        guard case .failure(let trouble) = await retrying({ await send(request) }) else { return nil }
        return RemoteError(trouble)
    }

    /// Returns the answer; nil when the server does not have the requested object.
    private func find(_ request: HTTPRequest) async -> Result<HTTPReply?, RemoteError> {
        switch await retrying({ await send(request) }) {
        case .success(let reply): .success(reply.status == 200 ? reply : nil)
        case .failure(let trouble): trouble.isNotFound ? .success(nil) : .failure(RemoteError(trouble))
        }
    }

    /// Makes attempts until one succeeds, fails permanently, or the retries are exhausted; returns the last result.
    private func retrying<Value>(_ attempt: () async -> Result<Value, Trouble>) async -> Result<Value, Trouble> {
        await health.run { await retries.run(on: .live, attempt) }
    }

    private func send(_ request: HTTPRequest) async -> Result<HTTPReply, Trouble> {
        await client.send(request, settings).flatMap { reply in Trouble(reply).map(Result.failure) ?? .success(reply) }
    }
}
