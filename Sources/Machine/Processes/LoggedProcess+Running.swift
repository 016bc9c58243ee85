// Runs a process in a separate session: Ctrl-C on the terminal does not reach the process, and its whole group can be
// signalled. The group is killed while its leader is a zombie that is not reaped yet: later the system may reuse its
// id.

import Subprocess
import SystemPackage

extension LoggedProcess {
    /// The time between SIGTERM and SIGKILL, in which a process can end.
    private static let grace = Duration.seconds(2)
    /// The time between two reads of the log.
    private static let lookInterval = Duration.milliseconds(100)

    /// Runs the process; see `ProcessRunner.runLogged`.
    func run(_ report: @escaping @Sendable ([String]) -> Void) async throws(ProcessFailure) -> ProcessEnd {
        do { return try await runProcess(report) } catch { throw .notStarted("\(error)") }
    }

    private func runProcess(_ report: @escaping @Sendable ([String]) -> Void) async throws -> ProcessEnd {
        let log = try FileDescriptor.open(log, .readWrite, options: [.append, .closeOnExec])
        defer { try? log.close() }
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: Self.grace)
        ]
        let outcome = try await Subprocess.run(
            .path(FilePath(arguments[0])), arguments: Arguments(Array(arguments.dropFirst())),
            environment: .custom([:]), workingDirectory: folder,
            platformOptions: options, input: .none,
            output: .fileDescriptor(log, closeAfterSpawningProcess: false), error: .combinedWithOutput
        ) { execution in
            await watch(ProcessGroup(execution.processIdentifier.value), log, report)
        }
        await ProcessGroup(outcome.processIdentifier.value).waitUntilGone()
        await endEscaped()
        return ProcessEnd(
            status: outcome.closureResult.timedOut ? .timedOut : outcome.terminationStatus.status,
            cpuSeconds: outcome.closureResult.cpuSeconds)
    }

    /// Reports lines until the process has ended, ends it after its time limit, and kills the rest of its group.
    private func watch(
        _ group: ProcessGroup, _ log: FileDescriptor, _ report: @escaping @Sendable ([String]) -> Void
    ) async -> (timedOut: Bool, cpuSeconds: Double?) {
        let following = Task { await Self.follow(log, report) }
        let limit = Task {
            guard let timeout, (try? await Task.sleep(for: .seconds(timeout), clock: .suspending)) != nil else {
                return false
            }
            await group.end(grace: Self.grace)
            return true
        }
        await group.waitForLeader()
        limit.cancel()
        let cpuSeconds = group.leaderCPUSeconds
        group.kill()
        following.cancel()
        await following.value
        return (await limit.value, cpuSeconds)
    }

    private static func follow(_ log: FileDescriptor, _ report: @Sendable ([String]) -> Void) async {
        var tail = LogTail(log)
        while !Task.isCancelled {
            try? await Task.sleep(for: lookInterval)
            // Lines are reported in chunks, so that a process that writes faster than they are read cannot exhaust
            // memory.
            while !Task.isCancelled, let lines = tail.nextLines() {
                if !lines.isEmpty { report(lines) }
                await Task.yield()
            }
        }
        // A process that left the group may still write.
        let end = (try? log.seek(offset: 0, from: .end)) ?? 0
        while tail.offset < end, let lines = tail.nextLines() { if !lines.isEmpty { report(lines) } }
        let last = tail.rest()
        if !last.isEmpty { report(last) }
    }
}

extension TerminationStatus {
    fileprivate var status: ProcessEnd.Status {
        switch self {
        case .exited(let code): .exited(Int(code))
        case .signaled(let signal): .signalled(Int(signal))
        }
    }
}
