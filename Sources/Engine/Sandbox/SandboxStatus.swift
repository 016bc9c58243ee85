import Foundation
import SystemPackage

/// bubblewrap's status of a sandbox: JSON objects, a line each, the first with `child-pid`, the number outside of the
/// sandbox of its first process. Source: bwrap(1), `--json-status-fd`.
struct SandboxStatus: Sendable {
    let file: FilePath

    /// Waits, for at most ten seconds, until the sandbox's first process has ended, and thus all others: the kernel
    /// kills them before. `bwrap` itself ends as soon as the action's program does.
    func waitUntilGone() async {
        guard let process = firstProcess else { return }
        for _ in 0..<2000 where Self.lives(process) { await ProcessGroup.pause() }
    }

    private var firstProcess: Int? {
        struct Line: Decodable {
            var process: Int?
            enum CodingKeys: String, CodingKey { case process = "child-pid" }
        }
        guard let line = Files.read(file)?.split(separator: "\n").first else { return nil }
        return (try? JSONDecoder().decode(Line.self, from: Data(line.utf8)))?.process
    }

    private static func lives(_ process: Int) -> Bool {
        guard let stat = Files.read(FilePath("/proc/\(process)/stat")), let name = stat.lastIndex(of: ")") else {
            return false
        }
        return !stat[name...].hasPrefix(") Z")
    }
}
