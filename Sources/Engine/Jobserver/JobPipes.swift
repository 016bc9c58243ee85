import SystemPackage

/// The named pipes through which the processes of a run share its cores.
struct JobPipes: Hashable, Sendable {
    /// Holds the tokens of GNU make's jobserver.
    var tokens: FilePath
    /// See `ConfigureBarrier`.
    var barrier: FilePath
}
