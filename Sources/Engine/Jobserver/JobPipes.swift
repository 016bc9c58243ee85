import SystemPackage

/// The named pipes through which the processes of a run share its cores.
struct JobPipes: Hashable, Sendable {
    /// The pipe with the tokens of GNU make's jobserver.
    var tokens: FilePath
    /// The pipe of the `ConfigureBarrier`.
    var barrier: FilePath
}
