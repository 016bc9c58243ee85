import Actions
import Basics
import Foundation
import SystemPackage

/// What is remembered of the last time a step was run: to explain why it runs again, and how long it will take.
struct StepRecord: Codable, Sendable {
    var key: Digest
    /// Seconds that it took.
    var seconds: Double
    var description: ActionDescription
}

/// The records, a file each: `FOLDER/HH/HASH`, the hash being that of the step's title, target and package.
///
/// They are hints: one that cannot be read or written is as good as none, and nothing depends on them.
struct StepRecords: Sendable {
    let folder: FilePath

    func read(_ step: Step) -> StepRecord? {
        guard let data = FileManager.default.contents(atPath: path(of: step).string) else { return nil }
        return try? JSONDecoder().decode(StepRecord.self, from: data)
    }

    func write(_ record: StepRecord, _ step: Step) {
        let path = path(of: step)
        guard let data = try? JSONEncoder().encode(record) else { return }
        try? Files.makeFolder(path.removingLastComponent())
        try? data.write(to: URL(fileURLWithPath: path.string), options: .atomic)
    }

    /// The seconds that the steps of a plan took, by their titles.
    func durations(of plan: Plan) -> [String: Double] {
        plan.steps.reduce(into: [:]) { durations, step in
            guard let seconds = read(step)?.seconds else { return }
            durations[step.title] = max(seconds, durations[step.title] ?? 0)
        }
    }

    private func path(of step: Step) -> FilePath {
        let hash = step.identity.hash.hex
        return folder.appending(String(hash.prefix(2))).appending(hash)
    }
}
