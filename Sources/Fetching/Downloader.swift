// A file from an address: redirects, retries with backoff, and resumption over a transport that does one request at a
// time. It does not know what the file's digest should be.

import Network
import SystemPackage

/// Downloads one file.
public struct Downloader: Sendable {
    public var transport: Transport
    public var clock: FetchClock
    public var policy: Policy

    /// How hard to try.
    public struct Policy: Hashable, Sendable {
        /// How often the file is asked for.
        public var attempts: Int
        /// The wait before the second attempt; it doubles with each further one.
        public var firstWait: Duration
        /// The longest wait, also when the server asks for more.
        public var longestWait: Duration
        public var redirects: Int
        public var limits: TransferLimits

        public init(
            attempts: Int = 4, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(30),
            redirects: Int = 10, limits: TransferLimits
        ) {
            self.attempts = attempts
            self.firstWait = firstWait
            self.longestWait = longestWait
            self.redirects = redirects
            self.limits = limits
        }
    }

    public init(transport: Transport, clock: FetchClock, policy: Policy) {
        self.transport = transport
        self.clock = clock
        self.policy = policy
    }

    /// Downloads `address` into `file`, continuing what is there. What came stays in `file` when it fails, so that a
    /// later call continues it.
    public func download(
        _ address: String, into file: FilePath, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(TransferFailure) {
        var validator: String?
        for attempt in 1... {
            let answer = await attemptOnce(address, into: file, validator: validator, progress: progress)
            validator = answer.validator ?? validator
            switch answer.end {
            case .complete: return
            // Redirects were followed before.
            case .redirect: throw .tooManyRedirects(limit: policy.redirects)
            case .failed(let failure):
                guard failure.isTransient, attempt < policy.attempts else { throw failure }
                try await wait(after: attempt, failure)
            }
        }
    }

    /// One request and the redirects that it meets.
    private func attemptOnce(
        _ start: String, into file: FilePath, validator: String?,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> TransferAnswer {
        var address = start
        for _ in 0...policy.redirects {
            guard let scheme = Address.scheme(of: address) else {
                return TransferAnswer(end: .failed(.unsupportedScheme(Address.withoutCredentials(address))))
            }
            let offset = scheme == .file ? 0 : Files.size(of: file) ?? 0
            let request = TransferRequest(
                address: address, file: file, offset: offset, validator: offset > 0 ? validator : nil,
                limits: policy.limits)
            let answer = await transport.transfer(request, progress)
            guard case .redirect(let next) = answer.end else { return answer }
            if let refusal = Self.refusal(from: scheme, to: next) { return TransferAnswer(end: .failed(refusal)) }
            address = next
        }
        return TransferAnswer(end: .failed(.tooManyRedirects(limit: policy.redirects)))
    }

    /// Why a redirect is not followed; nil when it is.
    private static func refusal(from scheme: Address.Scheme, to address: String) -> TransferFailure? {
        let shown = Address.withoutCredentials(address)
        return switch (scheme, Address.scheme(of: address)) {
        case (_, nil), (_, .file): .unsupportedScheme(shown)
        case (.https, .http): .insecureRedirect(to: shown)
        case (_, .http), (_, .https): nil
        }
    }

    /// Waits at least as long as the server asks, within bounds, and never in step with others.
    private func wait(after attempt: Int, _ failure: TransferFailure) async throws(TransferFailure) {
        let doubled = policy.firstWait * (1 << min(attempt - 1, 16))
        let jittered = min(doubled, policy.longestWait) * (0.5 + clock.random() / 2)
        let asked = Duration.seconds(failure.retryAfter ?? 0)
        do {
            try await clock.sleep(max(jittered, min(asked, policy.longestWait)))
        } catch {
            throw .cancelled
        }
    }
}
