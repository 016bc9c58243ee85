// The Trace Event Format that Chrome's about:tracing and ui.perfetto.dev read: a list of events, here "complete" ones
// (`X`) with a beginning and a length in microseconds, on threads, which metadata events (`M`) name. Source: "Trace
// Event Format", the document of the Chromium project.

import Actions
import Basics

extension RunReport {
    private struct Trace: Encodable {
        var traceEvents: [Event]
        var displayTimeUnit = "ms"
    }

    private struct Event: Encodable {
        var name: String
        var cat: String?
        var ph: String
        var ts: Int?
        var dur: Int?
        var pid = 1
        var tid: Int
        var args: [String: String] = [:]
    }

    /// Returns the run as a trace.
    func trace() throws -> String {
        let run = steps.sorted { $0.key < $1.key }.map(\.value)
        var events = lanes.enumerated().map { lane, name in
            Event(name: "thread_name", ph: "M", tid: lane + 1, args: ["name": name])
        }
        for step in run {
            guard let start = step.start, let end = step.end, let lane = step.lane else { continue }
            var args = ["state": step.state.rawValue]
            args["target"] = step.target
            args["key"] = step.key
            events.append(
                Event(
                    name: step.target.map { "\(step.title) (\($0))" } ?? step.title,
                    cat: step.package?.description ?? "shared",
                    ph: "X", ts: Int(start * 1e6), dur: Int(max(0, end - start) * 1e6), tid: lane + 1, args: args))
        }
        return try Trace(traceEvents: events).jsonText(indented: false)
    }
}
