extension Recorder {
    /// What a person sees of a run, and the file of events where one is asked for. Throws `CommandFailure` when that
    /// cannot be written.
    static func chosen(on host: Host, events: String?, isVerbose: Bool) throws -> Recorder {
        let view =
            host.isTerminal && !isVerbose
            ? LiveTerminal(clock: host.clock, size: host.terminalSize, say: host.talk, draw: host.draw).start()
            : PlainLog(isVerbose: isVerbose).recorder(host.talk)
        guard let events else { return view }
        do {
            return .all([view, try EventsFile(path: host.absolute(events), clock: host.clock).recorder])
        } catch {
            throw CommandFailure(.usage, error: "cannot write events to `\(events)`")
        }
    }
}
