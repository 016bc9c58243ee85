public import Actions
public import Basics
import Synchronization

/// The keys whose signatures a run trusts, and the results that it did not use for lack of one.
///
/// This is the only place that decides whether a result may be used because of its origin: `DiskStore` asks it for each
/// result in the store's folder, and `RemoteStore` for each result of the cache, before anything else of the result is
/// used.
public final class ResultTrust: Sendable {
    private let keys: [SHA256Value: PublicKey]
    private let isValid: Verification
    private let refused = Mutex<Set<Digest>>([])

    /// Returns whether a signature of a message by a key is valid.
    public typealias Verification =
        @Sendable (
            _ signature: [UInt8], _ message: [UInt8], _ key: PublicKey
        ) -> Bool

    public init(
        _ keys: [PublicKey], isValid: @escaping Verification = { Ed25519.isValid($0, of: $1, by: $2) }
    ) {
        self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        self.isValid = isValid
    }

    /// Returns whether this machine made the result, or a trusted key signed it as the result of this action.
    public func covers(_ result: ActionResult, of action: Digest) -> Bool {
        switch result.origin {
        case .here: true
        case .elsewhere(nil): false
        case .elsewhere(let signature?):
            keys[signature.key].map { isValid(signature.bytes, result.statement(for: action), $0) } ?? false
        }
    }

    /// Returns the same as `covers`, and records the answer.
    func accepts(_ result: ActionResult, of action: Digest) -> Bool {
        let isCovered = covers(result, of: action)
        switch result.origin {
        case .here: break
        case .elsewhere:
            refused.withLock { refused in
                if isCovered { refused.remove(action) } else { refused.insert(action) }
            }
        }
        return isCovered
    }

    /// The number of actions for which a result was refused, and no other was found that a trusted key signed.
    public var refusedCount: Int { refused.withLock(\.count) }
}

/// Signs the results that this machine makes.
public struct ResultSigner: Sendable {
    public let key: PublicKey
    private let signature: @Sendable (_ message: [UInt8]) -> [UInt8]?

    public init(_ key: PrivateKey) {
        self.key = key.publicKey
        signature = { key.signature(of: $0) }
    }

    /// Returns a signature; nil for a result of another machine: this machine cannot know how it was made.
    func signature(of result: ActionResult, for action: Digest) -> ResultSignature? {
        guard result.origin == .here else { return nil }
        return signature(result.statement(for: action)).map { ResultSignature(key: key.id, bytes: $0) }
    }
}
