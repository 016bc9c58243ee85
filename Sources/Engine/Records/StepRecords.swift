import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage

/// The record of a step's last execution: explains why it runs again, and predicts its duration.
struct StepRecord: Codable, Sendable {
    var key: Digest
    /// The duration of the execution in seconds.
    var seconds: Double
    /// The CPU time of the step's processes in seconds, which is more accurate if many steps share a machine; nil if it
    /// is unknown.
    var cpuSeconds: Double?
    /// The size of the step's outputs in bytes; nil if it is unknown.
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

/// The records of all steps, one file for each: `FOLDER/HH/HASH`, where `HASH` is the hash of the step's identity.
///
/// Records are hints: one that cannot be read (an earlier version wrote it) or written is treated as absent.
struct StepRecords: Sendable {
    let folder: FilePath
    /// The users of the store.
    private let users: CreationMode

    init(in store: DiskStore) {
        folder = store.path.appending(DiskStore.records)
        users = store.access.creation
    }

    func read(_ step: Step) -> StepRecord? {
        Self.record(at: path(of: step))
    }

    func write(_ record: StepRecord, _ step: Step) {
        let path = path(of: step)
        guard let text = try? record.jsonText(indented: false) else { return }
        try? FileSystem.makeFolders(path.removingLastComponent().string, for: users)
        try? path.write(text)
        if users.overridesMask { try? FileSystem.setPermissions(path.string, users.file) }
    }

    /// Returns the durations of a plan's steps in seconds; for steps that differ only in their targets, the longest.
    func durations(of plan: Plan) -> [StepIdentity: Double] {
        plan.steps.reduce(into: [:]) { durations, step in
            guard let seconds = read(step)?.seconds else { return }
            durations[step.identity.withoutTargets] = max(seconds, durations[step.identity.withoutTargets] ?? 0)
        }
    }

    func all() -> [StepRecord] {
        folder.entries.flatMap(\.entries).sorted { $0.string < $1.string }.compactMap(Self.record)
    }

    private static func record(at path: FilePath) -> StepRecord? {
        guard let bytes = try? FileSystem.contents(path.string) else { return nil }
        return try? JSONDecoder().decode(StepRecord.self, from: Data(bytes))
    }

    private func path(of step: Step) -> FilePath {
        let hash = step.identity.digest.hash.hex
        return FilePath("\(folder)/\(hash.prefix(2))/\(hash)")
    }
}
