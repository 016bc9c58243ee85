// The calls of this module to the outside, except for files below the folders that it is given.

public import Machine
import Network

/// The network, processes and clock that fetches use, and the receivers of their messages.
public struct FetchEffects: Sendable {
    public var transport: Transport
    public var processes: ProcessRunner
    public var clock: RetryClock
    /// The environment of child processes: apt and pip read proxies and settings from it.
    public var environment: [String: String]
    /// Receives a line with the reason for each location that failed.
    public var say: @Sendable (String) -> Void
    /// Receives the progress of a download.
    public var progress: @Sendable (TransferProgress) -> Void

    /// Returns the real network, processes and clock.
    public static func live(
        environment: [String: String], say: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) -> FetchEffects {
        FetchEffects(
            transport: .live, processes: .live, clock: .live, environment: environment, say: say, progress: progress)
    }
}
