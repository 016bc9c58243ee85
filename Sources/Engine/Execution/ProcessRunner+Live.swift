// A process in a session of its own: Ctrl-C on the terminal does not reach it, and its whole group can be signalled.
// The group is killed while its leader is a zombie that nobody has reaped yet:
// only so long is its number sure to be it.

import Foundation
import Subprocess
import Synchronization
import SystemPackage

extension ProcessRunner {
    /// How long a process may take to end after SIGTERM, before SIGKILL.
    static let grace = Duration.seconds(2)
    /// How often the log is looked at.
    static let lookInterval = Duration.milliseconds(100)

    /// Real processes.
    static let live = ProcessRunner { (request, report) throws(EngineError) in
        do {
            return try await runProcess(request, report)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .process(program: request.arguments.first ?? "", reason: "\(error)")
        }
    }

    private static func runProcess(
        _ request: ProcessRequest, _ report: @escaping @Sendable ([String]) -> Void
    ) async throws -> ProcessEnd {
        let log = try FileDescriptor.open(request.log, .readWrite, options: [.append, .closeOnExec])
        defer { try? log.close() }
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: grace)
        ]
        let outcome = try await Subprocess.run(
            .path(FilePath(request.arguments[0])), arguments: Arguments(Array(request.arguments.dropFirst())),
            environment: .custom([:]), workingDirectory: request.folder,
            platformOptions: options, input: .none,
            output: .fileDescriptor(log, closeAfterSpawningProcess: false), error: .combinedWithOutput
        ) { execution in
            await watch(execution, request, log, report)
        }
        await ProcessGroup(outcome.processIdentifier.value).waitUntilGone()
        switch request.leftovers {
        case .marked(let mark): EscapedProcesses(mark: mark).kill()
        case .sandboxed(let status): await SandboxStatus(file: status).waitUntilGone()
        }
        return ProcessEnd(
            status: outcome.closureResult.timedOut ? .timedOut : outcome.terminationStatus.status,
            cpuSeconds: outcome.closureResult.cpuSeconds)
    }

    private struct Watched: Sendable {
        var timedOut: Bool
        var cpuSeconds: Double?
    }

    /// Reports lines until the process has ended, ends it when its time is over, and kills what it left running.
    private static func watch<Input, Output, Failure>(
        _ execution: Execution<Input, Output, Failure>, _ request: ProcessRequest, _ log: FileDescriptor,
        _ report: @escaping @Sendable ([String]) -> Void
    ) async -> Watched {
        let group = ProcessGroup(execution.processIdentifier.value)
        let following = Task { await follow(log, report) }
        let timedOut = Flag()
        let limit = Task {
            guard let timeout = request.timeout else { return }
            try await Task.sleep(for: .seconds(timeout), clock: .suspending)
            timedOut.raise()
            await group.end(grace: grace)
        }
        await group.waitForLeader()
        limit.cancel()
        let cpuSeconds = group.leaderCPUSeconds
        group.signal(SIGKILL)
        following.cancel()
        await following.value
        return Watched(timedOut: timedOut.isRaised, cpuSeconds: cpuSeconds)
    }

    private static func follow(_ log: FileDescriptor, _ report: @Sendable ([String]) -> Void) async {
        var tail = LogTail(log)
        while !Task.isCancelled {
            try? await Task.sleep(for: lookInterval)
            // In pieces: what writes faster than anybody reads must not fill the memory.
            while !Task.isCancelled, let lines = tail.nextLines() {
                if !lines.isEmpty { report(lines) }
                await Task.yield()
            }
        }
        // What left its group may still be writing.
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
