import Actions
import Basics
import Store

// Among all runs that share a store, only one step at a time runs an action: the step that holds the action's key.

extension Run {
    /// Starts a queued step, and returns its action and lock; nil when another step or another xbuild runs its action,
    /// or when its result was stored in the meantime.
    mutating func begin(
        _ id: StepID, on executor: StepState.Executor, _ group: inout Completions
    ) async throws(EngineError) -> (StepTask, KeyLock)? {
        guard let task = steps.task(id) else { return nil }
        guard let lock = try lock(task) else {
            schedule.set(id, .waitingForKey)
            report(waiting(task))
            wait(task, &group)
            return nil
        }
        guard try await !finishStored(task, lock) else { return nil }
        schedule.set(id, .running(executor))
        report(.stepStarted(label(id)))
        return (task, lock)
    }

    /// Returns the event that names the holder of the key for which a step waits: a step of this run with the same
    /// action, or another xbuild.
    private func waiting(_ task: StepTask) -> EngineEvent {
        let duplicate = steps.duplicate(of: task, among: keys.holders.union(schedule.running.keys))
        return duplicate.map { .waitingForDuplicate(label(task.id), duplicate: label($0)) }
            ?? .waitingForAnother(label(task.id))
    }

    /// Returns the lock of the key of a step that is to run; nil when another step or another xbuild holds the key.
    private mutating func lock(_ task: StepTask) throws(EngineError) -> KeyLock? {
        if let lock = keys.take(task.id) { return lock }
        do throws(StoreError) { return try engine.shared.tryLock(task.key).map(KeyLock.init) } catch {
            throw .store(error)
        }
    }

    private mutating func wait(_ task: StepTask, _ group: inout Completions) {
        let store = engine.shared
        let wait = Task { await Self.waitForKey(task, store) }
        keys.wait(task.id) { wait.cancel() }
        group.addTask {
            await withTaskCancellationHandler {
                await wait.value
            } onCancel: {
                wait.cancel()
            }
        }
    }

    private static func waitForKey(_ task: StepTask, _ store: DiskStore) async -> Completion {
        do {
            return .locked(task.id, KeyLock(try await store.lock(task.key)))
        } catch let error as StoreError {
            return .fault(.store(error))
        } catch {
            return .locked(task.id, nil)
        }
    }

    /// Uses the result that the former holder of the key stored, or queues the step again.
    mutating func locked(_ id: StepID, _ lock: KeyLock?) async throws(EngineError) {
        guard let lock, let task = steps.task(id) else { return requeue(id, .cancelled) }
        guard try await !finishStored(task, lock) else { return }
        keys.hold(lock, for: id)
        requeue(id, .queued)
    }

    /// Ends a step whose result the former holder of its key stored, and releases the key. Returns false if there is no
    /// stored result.
    private mutating func finishStored(_ task: StepTask, _ lock: KeyLock) async throws(EngineError) -> Bool {
        guard let result = try await trustedResult(of: task) else { return false }
        lock.release()
        finish(task.id, StepSuccess(source: .cached, result: result, key: task.key))
        return true
    }

    /// Releases the keys of steps that left the queue: another step with the same action may wait for the key. When no
    /// further step may start, all waits for keys are cancelled.
    mutating func releaseKeys() {
        let schedule = schedule
        keys.releaseAll { schedule[$0] == .queued }
        if schedule.isStopped { keys.cancelWaits() }
    }
}
