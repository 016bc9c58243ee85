// The effects of this module, except for files below the folders that it is given.

public import Machine
import Network

/// The effects of fetching.
public struct FetchEffects: Sendable {
    public var transport: Transport
    public var processes: ProcessRunner
    public var clock: RetryClock
    /// The environment of child processes: apt and pip find their proxies and settings there.
    public var environment: [String: String]
    /// Receives the line that says why a place failed.
    public var say: @Sendable (String) -> Void
    /// Receives the progress of a download.
    public var progress: @Sendable (TransferProgress) -> Void

    /// The real network, processes and clock.
    public static func live(
        environment: [String: String], say: @escaping @Sendable (String) -> Void = { _ in },
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) -> FetchEffects {
        FetchEffects(
            transport: .live, processes: .live, clock: .live, environment: environment, say: say, progress: progress)
    }
}
