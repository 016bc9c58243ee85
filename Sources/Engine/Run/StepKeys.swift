import Actions

/// The keys that queued steps hold, and the steps that wait for a key.
///
/// No step does both. A step waits while another step or another xbuild runs its action, then holds the key until it
/// starts or leaves the queue.
struct StepKeys: Sendable {
    private var held: [StepID: KeyLock] = [:]
    /// Closures that cancel the waits.
    private var waits: [StepID: @Sendable () -> Void] = [:]

    /// The steps that hold their keys.
    var holders: Set<StepID> { Set(held.keys) }

    /// Records that a step waits for its key. The step must not hold a key.
    mutating func wait(_ id: StepID, cancel: @escaping @Sendable () -> Void) {
        precondition(held[id] == nil, "step \(id.index) waits for a key that it holds")
        waits[id] = cancel
    }

    /// Records that a step's wait ended.
    mutating func endWait(of id: StepID) { waits[id] = nil }

    /// Ends all waits: their steps do not start any more.
    func cancelWaits() { for cancel in waits.values { cancel() } }

    /// Keeps the key for a step that is queued again, and no longer waits for the key.
    mutating func hold(_ lock: KeyLock, for id: StepID) {
        precondition(waits[id] == nil, "step \(id.index) holds a key that it waits for")
        held[id] = lock
    }

    /// Returns the key of a step that starts, which then owns it; nil when the step holds no key.
    mutating func take(_ id: StepID) -> KeyLock? { held.removeValue(forKey: id) }

    /// Releases the key that a step holds, if any.
    mutating func release(_ id: StepID) { held.removeValue(forKey: id)?.release() }

    /// Releases the keys of all steps that do not satisfy `isQueued`.
    mutating func releaseAll(except isQueued: (StepID) -> Bool = { _ in false }) {
        for id in held.keys where !isQueued(id) { release(id) }
    }
}
