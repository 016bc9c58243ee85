import Actions
import Basics
import Foundation
import SystemPackage

/// What is remembered of the last time a step was run: to explain why it runs again, and how long it will take.
struct StepRecord: Codable, Sendable {
    var key: Digest
    /// Seconds that it took.
    var seconds: Double
    /// Seconds that its processes worked, which says more where many steps share a machine;
    /// nil where that is not known.
    var cpuSeconds: Double?
    /// What it left, in bytes; nil where that could not be told.
    var bytes: Int?
    var description: ActionDescription
    var step: StepIdentity

    init(_ task: StepTask, seconds: Double, cpuSeconds: Double?, bytes: Int?) {
        key = task.key
        self.seconds = seconds
        self.cpuSeconds = cpuSeconds
        self.bytes = bytes
        description = task.action.explanation
        step = task.step.identity
    }
}

/// The records, a file each: `FOLDER/HH/HASH`, the hash being that of the step's identity.
///
/// They are hints: one that cannot be read (an earlier xbuild wrote it) or written is as good as none, and nothing
/// depends on them.
struct StepRecords: Sendable {
    let folder: FilePath

    func read(_ step: Step) -> StepRecord? {
        guard let data = FileManager.default.contents(atPath: path(of: step).string) else { return nil }
        return try? JSONDecoder().decode(StepRecord.self, from: data)
    }

    func write(_ record: StepRecord, _ step: Step) {
        let path = path(of: step)
        guard let text = try? record.jsonText(indented: false) else { return }
        try? Files.makeFolder(path.removingLastComponent())
        try? Data(text.utf8).write(to: URL(fileURLWithPath: path.string), options: .atomic)
    }

    /// The seconds that the steps of a plan took: of those that differ in their targets alone the most.
    func durations(of plan: Plan) -> [StepIdentity: Double] {
        plan.steps.reduce(into: [:]) { durations, step in
            guard let seconds = read(step)?.seconds else { return }
            durations[step.identity.withoutTargets] = max(seconds, durations[step.identity.withoutTargets] ?? 0)
        }
    }

    func all() -> [StepRecord] {
        Files.list(folder).flatMap(Files.list).sorted { $0.string < $1.string }.compactMap { path in
            let data = FileManager.default.contents(atPath: path.string)
            return data.flatMap { try? JSONDecoder().decode(StepRecord.self, from: $0) }
        }
    }

    private func path(of step: Step) -> FilePath {
        let hash = step.identity.digest.hash.hex
        return folder.appending(String(hash.prefix(2))).appending(hash)
    }
}
