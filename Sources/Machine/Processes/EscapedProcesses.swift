import Foundation

/// Processes that left their group (a daemon that calls `setsid`) and would outlive their action.
///
/// They are recognized by a text that only the environment of the action's processes contains: the path of the action's
/// work folder. On systems other than Linux, no processes are found.
public struct EscapedProcesses: Sendable {
    private let mark: [UInt8]

    public init(mark: String) { self.mark = Array(mark.utf8) }

    /// Kills all these processes, in rounds: a process may start further processes in the meantime.
    public func kill() {
        for _ in 0..<20 {
            let found = processes
            if found.isEmpty { return }
            for process in found { _ = systemKill(process, SIGKILL) }
            usleep(2000)
        }
    }

    private var processes: [pid_t] {
        let all = (try? FileSystem.repairedNames(in: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { $0 != getpid() && isMarked($0) }
    }

    /// Returns whether the process's environment contains the mark. The environment of a zombie is empty, and that of
    /// other users' processes cannot be read.
    private func isMarked(_ process: pid_t) -> Bool {
        guard !mark.isEmpty, let bytes = try? FileSystem.contents("/proc/\(process)/environ") else { return false }
        // Not `firstRange(of:)`, which is slow: every process is searched after every action.
        return bytes.indices.dropLast(mark.count - 1).contains { bytes[$0...].starts(with: mark) }
    }
}
