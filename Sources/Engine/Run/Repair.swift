import Actions
import Basics
import Store

/// The blobs that the store lost, and the steps that run again for them.
///
/// If one blob is lost, further blobs may be lost too: after the first loss, a result is used only when all its bytes
/// were read. So a step runs again at most once: only a broken store loses a blob again after it was stored anew.
struct Repair: Sendable {
    private let store: any FileStore
    private let shared: DiskStore
    /// The corrupt blobs that were found and removed before this run.
    private let corruptBefore: Set<Digest>
    /// Replaced at each loss, because it caches which blobs are available, and a remote cache that failed may have lost
    /// them.
    private var check: CompletenessCheck
    private var isSuspicious = false
    /// The steps whose results were incomplete.
    private var rebuilt: Set<StepID> = []
    /// The steps of `rebuilt` that have not run since.
    private var rejected: Set<StepID> = []
    /// The steps of `rebuilt` that ran again. The rest became complete when another step rebuilt a blob.
    private var remade: Set<StepID> = []
    /// The steps that were retried for a lost blob although no result lacks that blob.
    private var retried: [StepID: Set<Digest>] = [:]
    /// The lost blobs.
    private var blobs: Set<Digest> = []

    /// A step that succeeded, and its result.
    typealias KnownResult = (task: StepTask, result: ActionResult)

    init(store: any FileStore, shared: DiskStore) {
        self.store = store
        self.shared = shared
        corruptBefore = shared.corruptBlobs
        check = CompletenessCheck(readingAllOf: store)
    }

    // MARK: Losses

    /// Returns whether a blob is on this machine and intact. A corrupt blob is removed, so that the next put writes it.
    func isIntact(_ digest: Digest) async throws(EngineError) -> Bool {
        try await inStore(await store.lacking(afterFetching: [digest]).isEmpty)
    }

    /// Returns, by step, the blobs that results lack: the given blob, which is gone, and any further ones.
    mutating func lost(
        _ gone: Digest?, of known: [KnownResult]
    ) async throws(EngineError) -> [StepID: Set<Digest>] {
        isSuspicious = true
        check = CompletenessCheck(readingAllOf: store)
        let gone = Set([gone].compactMap(\.self))
        blobs.formUnion(gone)
        for known in known { try await restoreMessages(of: known.task) }
        let results = Dictionary(uniqueKeysWithValues: known.map { ($0.task.id, $0.result) })
        return try await lacking(results, gone: gone, by: check)
    }

    /// Returns whether these steps may run again: at least one of them must not have run again before.
    mutating func mayRebuild(_ steps: Set<StepID>) -> Bool {
        guard !steps.isSubset(of: rebuilt) else { return false }
        rebuilt.formUnion(steps)
        rejected.formUnion(steps)
        return true
    }

    mutating func mayRetry(_ id: StepID, for digest: Digest) -> Bool {
        retried[id, default: []].insert(digest).inserted
    }

    // MARK: Results

    /// Returns whether a stored result of a step may be used: after a loss only if all its bytes are readable.
    mutating func trusts(_ result: ActionResult, of task: StepTask) async throws(EngineError) -> Bool {
        guard isSuspicious else { return true }
        try await restoreMessages(of: task)
        // A cache that promised a lost blob may promise it again.
        let check = rejected.contains(task.id) ? CompletenessCheck(fetchingAllOf: store) : check
        guard try await lacking([task.id: result], by: check).isEmpty else {
            _ = mayRebuild([task.id])
            return false
        }
        return true
    }

    /// Returns whether a step has to run even if the workers have a cached result.
    func rejects(_ id: StepID) -> Bool { rejected.contains(id) }

    /// The losses that this run found; nil when there were none.
    var damage: StoreDamage? {
        let blobs = blobs.union(shared.corruptBlobs.subtracting(corruptBefore))
        return blobs.isEmpty ? nil : StoreDamage(blobs: blobs.count, steps: remade.count)
    }

    mutating func wasBuilt(_ id: StepID) {
        rejected.remove(id)
        if rebuilt.contains(id) { remade.insert(id) }
    }

    private mutating func lacking(
        _ results: [StepID: ActionResult], gone: Set<Digest> = [], by check: CompletenessCheck
    ) async throws(EngineError) -> [StepID: Set<Digest>] {
        let lacking = try await inStore(await check.lacking(results, known: gone))
        for lost in lacking.values { blobs.formUnion(lost) }
        return lacking
    }

    /// Replaces damaged messages of an action. Damaged inputs that no other step makes are removed, and stored again
    /// when the step runs.
    private mutating func restoreMessages(of task: StepTask) async throws(EngineError) {
        let corrupt = try await inStore(await store.discardCorrupt(task.action.messages + task.step.ownInputs.keys))
        guard !corrupt.isEmpty else { return }
        blobs.formUnion(corrupt)
        try await inStore(await store.put(task.action))
    }
}

extension Action {
    /// The digests of the action's messages, except those of unloaded folders.
    fileprivate var messages: [Digest] {
        let listing = listing.map { [Digest(of: $0)] } ?? []
        return [digest, Digest(of: encoded().command)] + listing + root.allDirectories.map(\.digest)
    }
}
