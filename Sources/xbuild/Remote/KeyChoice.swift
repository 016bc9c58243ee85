import Store

/// The keys of the user's choice, read from the files that arguments and environment name.
struct KeyChoice {
    /// Signs the results that this run uploads; nil if they are not signed.
    let signer: ResultSigner?
    /// The trusted keys; nil if the signatures of results are not checked.
    let trust: ResultTrust?

    /// The keys of a run with a remote cache. A run that signs trusts its own key: it makes the results that the cache
    /// has without a trusted signature again, and signs them.
    init(_ request: RemoteRequest, on host: Host) throws(KeyFileError) {
        var keys = try Self.trusted(request.trust, on: host)
        if let path = request.signWith ?? host.value("XBUILD_SIGN_WITH") {
            let signer = ResultSigner(try PrivateKey.read(host.absolute(path)))
            keys.append(signer.key)
            self.signer = signer
        } else {
            signer = nil
        }
        trust = keys.isEmpty ? nil : ResultTrust(keys)
    }

    /// The keys of a run without a remote cache. Results that other machines made may be in the store nevertheless.
    init(trusting paths: [String] = [], on host: Host) throws(KeyFileError) {
        let keys = try Self.trusted(paths, on: host)
        signer = nil
        trust = keys.isEmpty ? nil : ResultTrust(keys)
    }

    private static func trusted(_ paths: [String], on host: Host) throws(KeyFileError) -> [PublicKey] {
        let named = (host.value("XBUILD_TRUST") ?? "").split(separator: ":").map(String.init)
        var keys: [PublicKey] = []
        for path in paths.isEmpty ? named : paths { keys.append(try PublicKey.read(host.absolute(path))) }
        return keys
    }
}
