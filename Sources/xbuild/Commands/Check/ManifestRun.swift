// Runs the manifests of checked packages, which are programs of unknown authors: on Linux in the sandbox of actions, on
// macOS in SwiftPM's own. A manifest cannot use the network, and in the sandbox of actions its package is the only
// folder of the user that it can read. It may run for 30 seconds with 4096 processes; each process may use 20 seconds
// of CPU time, 8 GB of address space, 1024 open files, and files of at most 16 MB. In dash, the option of `ulimit` for
// the number of processes is `-p`; in bash and zsh it is `-u`.

import Actions
import Basics
import Checking
import Engine
import Machine
import SystemPackage

/// Reads manifests by running them.
struct ManifestRun {
    let host: Host

    private static let seconds = 30
    /// The time limit for all manifests together: a folder can contain any number of manifests.
    private static let secondsInAll = 120
    /// The largest output file that is read, in bytes.
    private static let largestFile = 16 << 20
    private static let result = "manifest.json"
    private static let errors = "errors"

    /// Runs the manifests of a package and returns the outcomes by path.
    ///
    /// - Parameter place: the package's folder.
    func answers(for files: PackageFiles, at place: String) async throws -> [RelativePath: ManifestAnswer] {
        var answers: [RelativePath: ManifestAnswer] = [:]
        let start = ContinuousClock.now
        for path in files.manifestPaths {
            guard ContinuousClock.now - start < .seconds(Self.secondsInAll) else {
                answers[path] = .unread("other manifests took \(Self.secondsInAll) seconds")
                continue
            }
            let folder = path.parent.map { "\(place)/\($0)" } ?? place
            answers[path] = try await answer(for: folder)
        }
        return answers
    }

    private func answer(for package: String) async throws -> ManifestAnswer {
        guard let swift = swift() else { return .unread("there is no Swift in PATH") }
        let scratch = FilePath(try host.makeScratch("check"))
        defer { try? scratch.removeTree() }
        #if os(Linux)
            let shown = "package"
        #else
            let shown = package
        #endif
        let command = Command(
            arguments: ["/bin/sh", "-c", Self.script, swift.string, shown],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], outputPaths: [])
        let confined = SandboxedCommand(
            command, readOnly: [swift.removingLastComponent().removingLastComponent()],
            trees: ["package": FilePath(package)], timeout: Self.seconds, confinesItself: true)
        let end: ProcessEnd.Status
        do throws(EngineError) {
            end = try await confined.run(in: scratch)
        } catch {
            try Task.checkCancellation()
            return .unread("\(error)")
        }
        try Task.checkCancellation()
        return answer(end, in: scratch.appending("root"))
    }

    private static let script = """
        ulimit -f \(largestFile / 512)
        ulimit -t 20
        ulimit -v 8388608 2>/dev/null
        ulimit -n 1024 2>/dev/null
        ulimit -u 4096 2>/dev/null || ulimit -p 4096 2>/dev/null
        exec "$0" package --package-path "$1" --scratch-path build --cache-path cache --config-path config \
        --security-path security --manifest-cache none dump-package >\(result) 2>\(errors)
        """

    private func answer(_ end: ProcessEnd.Status, in root: FilePath) -> ManifestAnswer {
        // The manifest can replace these files with links that lead out of the sandbox; links have no file size. They
        // no longer change: all processes of the manifest have ended.
        let output = { (name: String) -> [UInt8] in
            let path = root.appending(name)
            guard let size = path.fileSize, size <= Self.largestFile else { return [] }
            return (try? FileSystem.contents(path.string)) ?? []
        }
        switch end {
        case .exited(0): return .dumped(output(Self.result))
        case .exited: return ManifestAnswer(errors: String(decoding: output(Self.errors), as: UTF8.self))
        case .signalled: return .refused("the manifest exceeds its limits", line: nil)
        case .timedOut: return .refused("the manifest takes longer than \(Self.seconds) seconds", line: nil)
        }
    }

    #if os(macOS)
        /// Returns the `swift` of the chosen Xcode.
        private func swift() -> FilePath? { "/usr/bin/swift" }
    #else
        /// Returns the `swift` of the first toolchain in PATH that can run manifests. Links are followed, so that the
        /// sandbox shows the whole toolchain.
        private func swift() -> FilePath? {
            for found in host.programs("swift") {
                guard let program = FileSystem.realPath(found) else { continue }
                let tools = FilePath(program).removingLastComponent()
                let library = tools.removingLastComponent().appending("lib/swift/pm/ManifestAPI")
                if library.exists { return tools.appending("swift") }
            }
            return nil
        }
    #endif
}
