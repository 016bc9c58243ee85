import Engine
import Store

/// The requested remote cache. If `address`, `access` or `signWith` is nil, or `trust` empty, the environment supplies
/// it.
struct RemoteRequest: Sendable {
    var address: String?
    var access: RemotePolicy.Access?
    var download = RemotePolicy.Download.outputs
    /// When workers run commands; nil for never.
    var execute: Workers.Use?
    /// The largest number of commands that run on the workers at once.
    var jobs = 64
    /// The file of the private key that signs uploaded results.
    var signWith: String?
    /// The files of the public keys that sign trusted results.
    var trust: [String] = []
}
