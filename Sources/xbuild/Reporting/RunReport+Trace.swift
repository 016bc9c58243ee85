// Writes the Trace Event Format, which Chrome's about:tracing and ui.perfetto.dev read. Each step is a "complete" event
// (`X`) with a start and a duration in microseconds; metadata events (`M`) name the threads.
// Source: "Trace Event Format", the document of the Chromium project.

import Actions
import Basics

extension RunReport {
    /// The run as a trace.
    func trace() -> String {
        let run = steps.sorted { $0.key < $1.key }.map(\.value)
        let names = lanes.enumerated().map { lane, name -> JSONValue in
            ["name": "thread_name", "ph": "M", "pid": 1, "tid": .number(lane + 1), "args": ["name": .string(name)]]
        }
        let trace: JSONValue = [
            "traceEvents": .array(names + run.compactMap(Self.event)), "displayTimeUnit": "ms",
        ]
        return trace.line + "\n"
    }

    private static func event(_ step: Step) -> JSONValue? {
        guard let start = step.start, let end = step.end, let lane = step.lane else { return nil }
        return [
            "name": .string(step.target.map { "\(step.title) (\($0))" } ?? step.title),
            "cat": .string(step.package?.description ?? "shared"), "ph": "X", "ts": .number(Int(start * 1e6)),
            "dur": .number(Int(max(0, end - start) * 1e6)), "pid": 1, "tid": .number(lane + 1),
            "args": [
                "state": .string(step.state.rawValue), "target": step.target.map(JSONValue.string),
                "key": step.key.map(JSONValue.string),
            ],
        ]
    }
}
