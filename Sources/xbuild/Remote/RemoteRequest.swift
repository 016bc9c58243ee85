import Engine
import Store

/// The cache on another machine that a person asks for; the environment fills in what is nil.
struct RemoteRequest: Sendable {
    var address: String?
    var access: RemotePolicy.Access?
    var download = RemotePolicy.Download.outputs
    /// When workers run commands; nil for never.
    var execute: Workers.Use?
    /// How many commands the workers are given at once.
    var jobs = 64
}
