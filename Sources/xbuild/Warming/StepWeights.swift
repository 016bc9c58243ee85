import Actions
import Foundation

/// Seconds to expect of steps: from an earlier summary where one is given, else guessed. Never from this machine alone:
/// all parts of a matrix must come to the same split.
struct StepWeights {
    private var known: [String: Double] = [:]

    /// What is needed of a summary, whichever xbuild wrote it.
    private struct Record: Decodable {
        var steps: [WarmSummary.Step]
    }

    /// `file` is what `xbuild warm --json` wrote. Throws `CommandFailure` when it is not.
    init(file: String?) throws {
        guard let file else { return }
        guard let data = FileManager.default.contents(atPath: file),
            let summary = try? JSONDecoder().decode(Record.self, from: data)
        else { throw CommandFailure(.usage, error: "`\(file)` is not what `xbuild warm --json` writes") }
        for step in summary.steps where step.seconds > 0 { known[Self.name(step.title, step.target)] = step.seconds }
    }

    func seconds(_ step: Step) -> Double {
        if let seconds = known[Self.name(step.title, step.target)] { return seconds }
        switch step.work {
        case .command: return 10
        case .builtin: return 0.5
        }
    }

    private static func name(_ title: String, _ target: String?) -> String { "\(target ?? "")\0\(title)" }
}
