extension Recorder {
    /// Returns the recorder for the user's terminal or pipe, and for the file of events if requested. Throws
    /// `CommandFailure` if that file cannot be written.
    static func chosen(on host: Host, events: String?, isVerbose: Bool) throws -> Recorder {
        let view =
            host.isTerminal && !isVerbose
            ? LiveTerminal(on: host).start()
            : PlainLog(isVerbose: isVerbose).recorder(host.talk)
        guard let events else { return view }
        do {
            return .all([view, try EventsFile(path: host.absolute(events), clock: host.clock).recorder])
        } catch {
            throw CommandFailure(.usage, error: "cannot write events to `\(events)`")
        }
    }
}
