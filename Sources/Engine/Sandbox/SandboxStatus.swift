import Foundation
import Machine
import SystemPackage

/// bubblewrap's status of a sandbox: one JSON object per line. The first has `child-pid`, the id of the sandbox's first
/// process as seen from outside. Source: bwrap(1), `--json-status-fd`.
struct SandboxStatus: Sendable {
    let file: FilePath

    /// Waits, for at most ten seconds, until the sandbox's first process has ended. Before it ends, the kernel kills
    /// all other processes of the sandbox. `bwrap` itself ends as soon as the action's program ends.
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
