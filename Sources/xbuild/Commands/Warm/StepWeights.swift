import Actions
import Foundation
import Machine

/// Expected seconds of steps: from an earlier summary if there is one, else guessed. Never from this machine's records:
/// all jobs of a matrix must compute the same split.
struct StepWeights {
    private var known: [StepIdentity: Double] = [:]

    /// The fields of a summary that are read, from any version of xbuild.
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

    /// `file` is a summary by `xbuild warm --json`; otherwise throws `CommandFailure`.
    init(file: String?) throws {
        guard let file else { return }
        guard let bytes = try? FileSystem.contents(file),
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
