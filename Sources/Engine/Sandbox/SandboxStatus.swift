import Foundation
import Machine
import SystemPackage

/// bubblewrap's status of a sandbox: JSON objects, a line each, the first with `child-pid`, the number outside of the
/// sandbox of its first process. Source: bwrap(1), `--json-status-fd`.
struct SandboxStatus: Sendable {
    let file: FilePath

    /// Waits, for at most ten seconds, until the sandbox's first process has ended, and thus all others: the kernel
    /// kills them before. `bwrap` itself ends as soon as the action's program does.
    func waitUntilGone() async {
        guard let process = firstProcess else { return }
        await ProcessGroup.waitUntilGone(process)
    }

    private var firstProcess: Int? {
        struct Line: Decodable {
            var process: Int?
            enum CodingKeys: String, CodingKey { case process = "child-pid" }
        }
        guard let line = file.text?.split(separator: "\n").first else { return nil }
        return (try? JSONDecoder().decode(Line.self, from: Data(line.utf8)))?.process
    }
}
