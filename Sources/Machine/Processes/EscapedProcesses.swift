import Foundation

/// Processes that left their group (a daemon that calls `setsid`) and would outlive their action.
///
/// They are recognized by a text that only the environment of that action's processes contains: the path of its work
/// folder. On systems other than Linux none are found.
public struct EscapedProcesses: Sendable {
    private let mark: [UInt8]

    public init(mark: String) { self.mark = Array(mark.utf8) }

    /// Kills all of them, in rounds: a process may start others in the meantime.
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

    /// A zombie's environment is empty, and that of other users' processes cannot be read.
    private func isMarked(_ process: pid_t) -> Bool {
        guard !mark.isEmpty, let bytes = try? FileSystem.contents("/proc/\(process)/environ") else { return false }
        // Not `firstRange(of:)`, which is slow: every process is searched after every action.
        return bytes.indices.dropLast(mark.count - 1).contains { bytes[$0...].starts(with: mark) }
    }
}
