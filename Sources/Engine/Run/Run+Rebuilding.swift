import Actions
import Basics

// Making again what the store lost, within the run that found it.

extension Run {
    /// Runs again the steps whose results lack a blob that this one needs; it then waits for them.
    mutating func rebuildLost(_ digest: Digest, neededBy id: StepID) async throws(EngineError) {
        let isThere = try await repair.isIntact(digest)
        let lost = isThere ? [:] : try await repair.lost(digest, of: knownResults)
        if lost.isEmpty {
            // Another step had it made again, or is about to; or it is an input that the step brings along itself.
            let waits = schedule.inputSteps[id.index].contains { !schedule[$0].isDone }
            guard waits || repair.mayRetry(id, for: digest) else { throw loss(of: digest, neededBy: id) }
        } else {
            try rebuild(lost, neededBy: id)
        }
        requeue(id, .waiting)
    }

    /// Runs a step again whose result could not be delivered, and with it all whose results lack blobs.
    mutating func rebuildLost(resultOf id: StepID) async throws(EngineError) {
        guard let key = tasks[id]?.key, let result = results[id]?.action else { return }
        let lost = try await repair.lost(nil, of: knownResults)
        if lost.isEmpty {
            guard repair.mayRetry(id, for: key) else { throw loss(of: result.blobs.first ?? key, neededBy: id) }
        } else {
            try rebuild(lost, neededBy: id)
        }
    }

    private mutating func rebuild(_ lost: [StepID: Set<Digest>], neededBy id: StepID) throws(EngineError) {
        if !repair.mayRebuild(Set(lost.keys)), let digest = lost.values.joined().min() {
            throw loss(of: digest, neededBy: id)
        }
        for step in lost.keys.sorted() {
            report(.resultLost(label(step)))
            results[step] = nil
            schedule.set(step, .queued)
        }
    }

    /// The results of the steps that have ended.
    private var knownResults: [Repair.KnownResult] {
        schedule.plan.ids.compactMap { id in
            guard schedule[id].isDone, let task = tasks[id], let result = results[id]?.action else { return nil }
            return Repair.KnownResult(task: task, result: result)
        }
    }

    private func loss(of digest: Digest, neededBy id: StepID) -> EngineError {
        .storeLoses(digest, step: schedule.plan[id].identity)
    }
}
