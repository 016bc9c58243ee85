import Actions
import Basics
import Synchronization
import Testing

@testable import Engine

struct StepKeysTests {
    private let space: TestSpace
    private let a = StepID(index: 0)
    private let b = StepID(index: 1)

    init() throws { space = try TestSpace() }

    private func key(_ id: StepID) -> Digest { Digest(of: [UInt8(id.index)]) }

    private func lock(_ id: StepID) throws -> KeyLock { try #require(try space.tryLock(key(id))) }

    private func isFree(_ id: StepID) throws -> Bool {
        let lock = try space.tryLock(key(id))
        lock?.release()
        return lock != nil
    }

    @Test func `a step that starts receives the lock that was held for it, still locked`() throws {
        var keys = StepKeys()
        keys.hold(try lock(a), for: a)
        #expect(keys.holders == [a])
        let lock = keys.take(a)
        let taken = try #require(lock)
        #expect(keys.holders.isEmpty)
        #expect(try !isFree(a))
        taken.release()
        #expect(try isFree(a))
    }

    @Test func `a step that leaves the queue releases its key`() throws {
        var keys = StepKeys()
        keys.hold(try lock(a), for: a)
        keys.hold(try lock(b), for: b)
        keys.releaseAll { $0 == b }
        #expect(keys.holders == [b])
        #expect(try isFree(a))
        #expect(try !isFree(b))
        keys.releaseAll()
        #expect(try isFree(b))
    }

    @Test func `only waits that have not ended are cancelled`() throws {
        let cancelled = Mutex<[StepID]>([])
        var keys = StepKeys()
        for id in [a, b] { keys.wait(id) { cancelled.withLock { $0.append(id) } } }
        keys.endWait(of: a)
        keys.hold(try lock(a), for: a)
        keys.cancelWaits()
        #expect(cancelled.withLock(\.self) == [b])
    }
}
