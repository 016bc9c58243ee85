// GNU make's jobserver: a pipe that holds a byte for each process that may still start. Who starts one reads a byte
// first and writes it back afterwards; a make has one for itself from whoever started it.
// Source: "Sharing Job Slots with GNU make" in GNU make's manual. A make 4.3 takes descriptors only, hence a named pipe
// which an action's script opens itself:
//
//     exec 8<>"$XBUILD_JOBSERVER"; MAKEFLAGS=" -j --jobserver-auth=8,8"; export MAKEFLAGS

import Foundation
import Synchronization
import SystemPackage

/// The tokens that all processes of a run share: those which the engine starts and those which their makes start.
final class Jobserver: Sendable {
    /// The named pipe.
    let path: FilePath
    /// How many processes may work at once.
    let jobs: Int
    /// Open for reading and writing, so that the pipe keeps its bytes when nobody else has it open.
    private let pipe: FileDescriptor
    private let tokens = Mutex(Tokens())

    private struct Tokens {
        /// How many the engine has taken and not given back.
        var taken = 0
        /// Who waits for one within the engine.
        var waiter: CheckedContinuation<Bool, Never>?
    }

    /// More than any machine can use. Each job is a byte in the pipe, which holds 64 KiB, or 4 KiB for a user who has
    /// many: whoever wrote one more would have to wait for ever.
    static let maximumJobs = 4096

    /// Makes the pipe at a path where nothing stands yet, with a token for each job, of which there are 1 to 4096.
    init(jobs: Int, at path: FilePath) throws(EngineError) {
        self.path = path
        self.jobs = min(max(1, jobs), Self.maximumJobs)
        guard path.withPlatformString({ mkfifo($0, 0o600) }) == 0 else {
            throw .file(doing: "make the pipe", path, Errno(rawValue: errno))
        }
        do {
            pipe = try FileDescriptor.open(path, .readWrite, options: [.nonBlocking, .closeOnExec])
        } catch { throw .file(doing: "open", path, error as? Errno ?? .ioError) }
        put(self.jobs)
    }

    deinit { try? pipe.close() }

    /// Removes the pipe's file. Who has it open goes on.
    func close() { _ = path.withPlatformString { unlink($0) } }

    /// Takes a token if there is one now.
    func tryTake() -> Bool { tokens.withLock { tryTake(&$0) } }

    private func tryTake(_ tokens: inout Tokens) -> Bool {
        guard takeByte() else { return false }
        tokens.taken += 1
        return true
    }

    /// Waits for a token; false when the task was cancelled before there was one. One waits at a time.
    func take() async -> Bool {
        if Task.isCancelled { return false }
        if tryTake() { return true }
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                tokens.withLock { tokens in
                    precondition(tokens.waiter == nil, "two wait for a token")
                    tokens.waiter = continuation
                }
                Thread.detachNewThread { self.watch(until: isCancelled) }
            }
        } onCancel: {
            isCancelled.raise()
        }
    }

    /// Gives back a token that was taken. Who waits within the engine gets it, before any make can: what was not begun
    /// yet is the longest of all that is left.
    func giveBack() {
        tokens.withLock { tokens in
            precondition(tokens.taken > 0, "a token is given back that nobody took")
            if let waiter = tokens.waiter.take() { return waiter.resume(returning: true) }
            tokens.taken -= 1
            put(1)
        }
    }

    /// Puts the tokens back that killed processes took with them. Only right while no process runs.
    func recount() {
        tokens.withLock { tokens in
            while takeByte() {}
            put(jobs - tokens.taken)
        }
    }

    /// Blocks its thread until the waiter has what it waits for; wakes now and then to see whether it should give up.
    private func watch(until isCancelled: Flag) {
        while !answerWaiter(isCancelled.isRaised) {
            var descriptor = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 100)
        }
    }

    /// Whether nobody waits any more. A make may have been faster than the waiter: then there is nothing to read.
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
        withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
            (try? pipe.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<1]))) == 1
        }
    }

    /// Never blocks: a pipe takes at least as many bytes as there can be jobs.
    private func put(_ count: Int) {
        _ = try? pipe.writeAll(repeatElement(UInt8(ascii: "+"), count: max(0, count)))
    }
}

/// Something that one task says once and a thread reads.
final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
