import Actions
import Foundation
import Machine

/// The expected seconds of steps: from an earlier summary if there is one, else guessed. This machine's records are not
/// used, because all jobs of a CI matrix must compute the same split.
struct StepWeights {
    private var known: [StepIdentity: Double] = [:]

    /// The fields of a summary that are read; any version of xbuild may have written the summary.
    private struct Record: Decodable {
        var steps: [Lenient<Step>]

        struct Step: Decodable {
            var identity: StepIdentity
            var seconds: Double

            private enum CodingKeys: CodingKey { case seconds }

            init(from decoder: any Decoder) throws {
                identity = try StepIdentity(from: decoder)
                seconds = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .seconds)
            }
        }
    }

    /// Reads a summary that `xbuild warm --json` wrote. Throws `CommandFailure` for any other file.
    init(file: String?) throws {
        guard let file else { return }
        guard let bytes = try? FileSystem.streamContents(file),
            let summary = try? JSONDecoder().decode(Record.self, from: Data(bytes))
        else { throw CommandFailure(.usage, error: "`\(file)` is not a file of `xbuild warm --json`") }
        for step in summary.steps.compactMap(\.value) where step.seconds > 0 { known[step.identity] = step.seconds }
    }

    func seconds(_ step: Step) -> Double {
        if let seconds = known[step.identity] { return seconds }
        switch step.work {
        case .command: return 10
        case .builtin: return 0.5
        }
    }
}
