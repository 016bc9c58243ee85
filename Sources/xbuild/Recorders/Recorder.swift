import Engine

/// A listener of the engine's events. The live view, the plain log and the file of events are recorders.
struct Recorder: Sendable {
    var record: @Sendable (EngineEvent) -> Void
    /// Called after the last event, also if an error ends the run early: restores the terminal, closes the file.
    var finish: @Sendable () -> Void = {}

    /// Returns a recorder that forwards events to all of these.
    static func all(_ recorders: [Recorder]) -> Recorder {
        Recorder(
            record: { event in recorders.forEach { $0.record(event) } },
            finish: { recorders.forEach { $0.finish() } })
    }
}

/// Returns seconds as text for people: `0.4 s`, `12 s`, `3 min 5 s`.
func duration(_ seconds: Double) -> String {
    if seconds < 9.95 { return "\(Int((seconds * 10).rounded()) / 10).\(Int((seconds * 10).rounded()) % 10) s" }
    let whole = Int(seconds.rounded())
    if whole >= 36000 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
    return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
}
