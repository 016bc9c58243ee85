import Actions
import Basics

// Rebuilding results that the store lost, within the run that found the loss.

extension Run {
    /// Requeues the steps whose results lack a blob that step `id` needs. Step `id` then waits for those steps.
    mutating func rebuildLost(_ digest: Digest, neededBy id: StepID) async throws(EngineError) {
        let isThere = try await repair.isIntact(digest)
        let lost = isThere ? [:] : try await repair.lost(digest, of: steps.known)
        if lost.isEmpty {
            // Another step already caused the rebuild of the blob, or no other step makes it.
            let waits = schedule.inputSteps[id.index].contains { !schedule[$0].isDone }
            guard waits || repair.mayRetry(id, for: digest) else { throw loss(of: digest, neededBy: id) }
        } else {
            try rebuild(lost, neededBy: id)
        }
        requeue(id, .waiting)
    }

    /// Requeues a step whose result could not be delivered, and all steps whose results lack blobs.
    mutating func rebuildLost(resultOf id: StepID) async throws(EngineError) {
        guard let key = steps.task(id)?.key, let result = steps.action(id) else { return }
        let lost = try await repair.lost(nil, of: steps.known)
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
            steps.discardResult(of: step)
            schedule.set(step, .queued)
        }
    }

    private func loss(of digest: Digest, neededBy id: StepID) -> EngineError {
        .storeLoses(digest, step: schedule.plan[id].identity)
    }
}
