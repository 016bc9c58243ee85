// GNU make's jobserver: a pipe with a byte for each process that may still start. A process reads a byte before it
// starts a child process and writes the byte back afterwards; a `make` needs no byte for itself, because its parent
// took one for it. Source: "Sharing Job Slots with GNU make" in GNU make's manual. GNU make 4.3 accepts only
// descriptors, so the script of an action opens the named pipe itself:
//
//     exec 8<>"$XBUILD_JOBSERVER"; MAKEFLAGS=" -j --jobserver-auth=8,8"; export MAKEFLAGS

import Foundation
import Machine
import Synchronization
import SystemPackage

/// The tokens that all processes of a run share: the processes of the engine and those that `make` starts.
final class Jobserver: Sendable {
    /// The named pipe.
    let path: FilePath
    /// The number of concurrent processes.
    let jobs: Int
    /// Open for reading and writing, so that the pipe keeps its bytes when no process has it open.
    private let pipe: OpenFile
    private let tokens = Mutex(Tokens())

    private struct Tokens {
        /// The number of tokens that the engine has.
        var taken = 0
        /// The task of the engine that waits for a token.
        var waiter: CheckedContinuation<Bool, Never>?
    }

    /// More jobs than a machine can use. Each is a byte in the pipe, which has room for 64 KiB, or for 4 KiB if the
    /// user has many pipes: a write beyond that would block forever.
    static let maximumJobs = 4096

    /// Makes the pipe at a free path, with a token for each of 1 to 4096 jobs.
    init(jobs: Int, at path: FilePath) throws(EngineError) {
        self.path = path
        self.jobs = min(max(1, jobs), Self.maximumJobs)
        try onDisk(FileSystem.makePipe(path.string))
        pipe = try onDisk(OpenFile.pipe(path.string))
        put(self.jobs)
    }

    /// Removes the pipe's file. Processes that have it open can continue to use it.
    func close() { try? FileSystem.remove(path.string) }

    /// Takes a token if one is free.
    func tryTake() -> Bool { tokens.withLock { tryTake(&$0) } }

    private func tryTake(_ tokens: inout Tokens) -> Bool {
        guard takeByte() else { return false }
        tokens.taken += 1
        return true
    }

    /// Waits for a token; false when the task was cancelled. Only one task may wait at a time.
    func take() async -> Bool {
        if Task.isCancelled { return false }
        if tryTake() { return true }
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                tokens.withLock { tokens in
                    precondition(tokens.waiter == nil, "two tasks wait for a token")
                    tokens.waiter = continuation
                }
                Thread.detachNewThread { self.watch(until: isCancelled) }
            }
        } onCancel: {
            isCancelled.raise()
        }
    }

    /// Gives a token back. A waiting task of the engine gets the token before any `make` can: steps that have not
    /// started are the longest part of the remaining work.
    func giveBack() {
        tokens.withLock { tokens in
            precondition(tokens.taken > 0, "a token was given back that had not been taken")
            if let waiter = tokens.waiter.take() { return waiter.resume(returning: true) }
            tokens.taken -= 1
            put(1)
        }
    }

    /// Restores the tokens of killed processes. Only valid while no process runs.
    func recount() {
        tokens.withLock { tokens in
            while takeByte() {}
            put(jobs - tokens.taken)
        }
    }

    /// Blocks the current thread until the waiting task has a token or is cancelled.
    private func watch(until isCancelled: Flag) {
        while !answerWaiter(isCancelled.isRaised) { pipe.waitUntilReadable(milliseconds: 100) }
    }

    /// Resumes the waiting task if a token is free or the task is cancelled; returns whether no task waits any more. A
    /// `make` may take a free token first: then there is nothing to read.
    private func answerWaiter(_ isCancelled: Bool) -> Bool {
        tokens.withLock { tokens in
            guard let waiter = tokens.waiter else { return true }
            let isThere = !isCancelled && tryTake(&tokens)
            guard isThere || isCancelled else { return false }
            tokens.waiter = nil
            waiter.resume(returning: isThere)
            return true
        }
    }

    private func takeByte() -> Bool {
        var byte: [UInt8] = [0]
        return (try? pipe.read(into: &byte)) == 1
    }

    /// Writes tokens. The write never blocks: a pipe has room for the largest number of jobs.
    private func put(_ count: Int) {
        try? pipe.write([UInt8](repeating: UInt8(ascii: "+"), count: max(0, count))[...])
    }
}

/// A flag that one task raises and a thread reads.
final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
