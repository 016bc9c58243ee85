import Foundation

/// Processes that left their group (a daemon that calls `setsid`) and would outlive their action.
///
/// They are recognized by a text that only the environment of that action's processes contains: the path of its work
/// folder. On systems other than Linux none are found.
struct EscapedProcesses: Sendable {
    let mark: String

    /// Kills all of them, in rounds: a process may start others in the meantime.
    func kill() {
        for _ in 0..<20 {
            let found = processes
            if found.isEmpty { return }
            for process in found { _ = Foundation.kill(process, SIGKILL) }
            usleep(2000)
        }
    }

    private var processes: [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { $0 != getpid() && isMarked($0) }
    }

    /// A zombie's environment is empty, and that of other users' processes cannot be read.
    private func isMarked(_ process: pid_t) -> Bool {
        guard let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") else { return false }
        return environment.firstRange(of: Data(mark.utf8)) != nil
    }
}
