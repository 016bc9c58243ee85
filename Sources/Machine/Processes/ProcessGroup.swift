import Foundation

/// A process that leads a process group, and the group.
public struct ProcessGroup: Sendable {
    private let leader: pid_t

    init(_ leader: pid_t) { self.leader = leader }

    /// Signals every process of the group. Valid only until the leader is reaped.
    private func signal(_ number: CInt) { _ = systemKill(-leader, number) }

    /// Kills every process of the group.
    func kill() { signal(SIGKILL) }

    /// Terminates the group, and kills it after a grace period.
    func end(grace: Duration) async {
        signal(SIGTERM)
        // The task is cancelled as soon as the leader has ended; the caller then kills the rest of the group.
        guard (try? await Task.sleep(for: grace)) != nil else { return }
        signal(SIGKILL)
    }

    /// Waits until the leader has ended, without reaping it, even when the task is cancelled.
    func waitForLeader() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var info = siginfo_t()
                while waitid(P_PID, id_t(leader), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
                continuation.resume()
            }
        }
    }

    /// Waits, for at most ten seconds, until the killed group has no process: killed processes take a moment to end.
    func waitUntilGone() async {
        for _ in 0..<2000 where systemKill(-leader, 0) == 0 { await Self.pause() }
    }

    /// Sleeps for a short time, which cancellation of the task does not shorten.
    private static func pause() async { await Task { try? await Task.sleep(for: .milliseconds(5)) }.value }

    /// Waits, for at most ten seconds, until a process that is not a child of this process has ended, even when the
    /// task is cancelled. Does not wait on systems other than Linux.
    public static func waitUntilGone(_ process: Int) async {
        for _ in 0..<2000 where isAlive(process) { await pause() }
    }

    /// Returns whether the process runs; false for a zombie.
    private static func isAlive(_ process: Int) -> Bool {
        guard let stat = FileSystem.text("/proc/\(process)/stat"), let name = stat.lastIndex(of: ")") else {
            return false
        }
        return !stat[name...].hasPrefix(") Z")
    }

    /// The CPU time of the leader, which has ended and is not reaped, and of all processes that it waited for.
    ///
    /// Source: proc(5), `/proc/pid/stat`, fields 14 to 17 in clock ticks. The second field is in parentheses and may
    /// contain parentheses.
    var leaderCPUSeconds: Double? {
        #if os(Linux)
            guard let stat = FileSystem.text("/proc/\(leader)/stat"),
                let name = stat.lastIndex(of: ")")
            else { return nil }
            let ticks = stat[name...].split(separator: " ").dropFirst(12).prefix(4).compactMap { Double($0) }
            return ticks.count == 4 ? ticks.reduce(0, +) / Double(sysconf(CInt(_SC_CLK_TCK))) : nil
        #else
            return nil
        #endif
    }
}

// Within `ProcessGroup` and `EscapedProcesses`, `kill` is a method.
func systemKill(_ process: pid_t, _ signal: CInt) -> CInt { kill(process, signal) }
