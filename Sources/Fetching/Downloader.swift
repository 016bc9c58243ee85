// Downloads a file from an address: follows redirects, retries with backoff, and resumes, over a transport that makes
// single requests. The caller verifies the file's digest.

import Machine
import Network
import SystemPackage

/// Downloads one file.
public struct Downloader: Sendable {
    public var transport: Transport
    public var clock: RetryClock
    public var policy: Policy

    /// The limits of attempts and redirects.
    public struct Policy: Hashable, Sendable {
        public var retries = RetryPolicy(
            attempts: 4, firstPause: .milliseconds(500), retriesTimeouts: true, retriesConnections: false)
        public var redirects = 10
        public var limits: TransferLimits

        public init(limits: TransferLimits) { self.limits = limits }
    }

    public init(transport: Transport, clock: RetryClock, policy: Policy) {
        self.transport = transport
        self.clock = clock
        self.policy = policy
    }

    /// Downloads `address` into `file`, and continues a partial file. After a failure the received bytes stay in
    /// `file`, so that a later call can continue the download.
    public func download(
        _ address: String, into file: FilePath, progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(Trouble) {
        var validator: String?
        let result: Result<Void, Trouble> = await policy.retries.run(on: clock) {
            let answer = await attemptOnce(address, into: file, validator: validator, progress: progress)
            validator = answer.validator ?? validator
            return switch answer.end {
            case .complete: .success(())
            // The answer is one redirect more than the policy allows.
            case .redirect: .failure(Trouble(.tooManyRedirects(limit: policy.redirects)))
            case .failed(let trouble): .failure(trouble)
            }
        }
        try result.get()
    }

    /// Sends one request and follows its redirects; returns the last answer.
    private func attemptOnce(
        _ start: String, into file: FilePath, validator: String?,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> TransferAnswer {
        var address = start
        for _ in 0...policy.redirects {
            guard let scheme = Address.scheme(of: address) else {
                return Self.failed(.unsupportedScheme(Address.withoutCredentials(address)))
            }
            let offset = scheme == .file ? 0 : file.fileSize ?? 0
            let request = TransferRequest(
                address: address, file: file, offset: offset, validator: offset > 0 ? validator : nil,
                limits: policy.limits)
            let answer = await transport.transfer(request, progress)
            guard case .redirect(let next) = answer.end else { return answer }
            if let refusal = Self.refusal(from: scheme, to: next) { return Self.failed(refusal) }
            address = next
        }
        return Self.failed(.tooManyRedirects(limit: policy.redirects))
    }

    private static func failed(_ cause: Trouble.Cause) -> TransferAnswer {
        TransferAnswer(end: .failed(Trouble(cause)))
    }

    /// Returns the reason why a redirect is not followed; nil when it is followed.
    private static func refusal(from scheme: Address.Scheme, to address: String) -> Trouble.Cause? {
        let shown = Address.withoutCredentials(address)
        return switch (scheme, Address.scheme(of: address)) {
        case (_, nil), (_, .file): .unsupportedScheme(shown)
        case (.https, .http): .insecureRedirect(to: shown)
        case (_, .http), (_, .https): nil
        }
    }
}
