import Engine
import Foundation

/// The parsed file that `--events FILE` writes.
struct EventLog {
    var events: [EngineEvent]

    private struct Line: Decodable {
        var seconds: Double
        var event: EngineEvent
    }

    init(_ text: String) throws {
        events = try text.split(separator: "\n").map { line in
            try JSONDecoder().decode(Line.self, from: Data(line.utf8)).event
        }
    }

    /// Returns the labels of the steps whose results have this source, as the plain log prints them.
    func finished(_ wanted: StepSource) -> [String] {
        events.compactMap { event in
            guard case .stepFinished(let label, let source, _, _, _, _) = event, source == wanted else { return nil }
            return label.words
        }
    }

    /// The keys of steps, by title and target.
    var keys: [String: String] {
        events.reduce(into: [:]) { keys, event in
            guard case .stepFinished(let label, _, let key, _, _, _) = event else { return }
            keys["\(label.title) \(label.identity.slice ?? "")"] = key.hash.hex
        }
    }

    /// The remote workers that ran steps, one entry per step.
    var workers: [String] {
        events.compactMap { event in
            guard case .stepFinished(_, _, _, _, _, let worker) = event else { return nil }
            return worker
        }
    }

    typealias StepSource = StepState.Source
}

extension TestSpace {
    func events(_ relative: String) throws -> EventLog { try EventLog(try read(relative)) }
}
