// Runs the manifests of checked packages, which are programs of unknown authors: on Linux in the sandbox of actions, on
// macOS in SwiftPM's own. A manifest has no network, and in the sandbox it reads no file of the user but its package. It
// has 30 seconds and 4096 processes; each has 20 seconds of a processor, 8 GB of addresses, 1024 open files, and files of
// 16 MB. dash calls the limit of processes `-p`, bash and zsh call it `-u`.

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
    /// The time for all manifests: a folder can hold any number.
    private static let secondsInAll = 120
    /// In bytes.
    private static let largestFile = 16 << 20
    private static let result = "manifest.json"
    private static let errors = "errors"

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
        // The manifest can replace these files: a link would lead out of the sandbox. All its processes have ended.
        let output = { (name: String) -> [UInt8] in
            let path = root.appending(name)
            guard let size = path.fileSize, size <= Self.largestFile else { return [] }
            return (try? OpenFile.contents(of: path.string)) ?? []
        }
        switch end {
        case .exited(0): return .dumped(output(Self.result))
        case .exited: return ManifestAnswer(errors: String(decoding: output(Self.errors), as: UTF8.self))
        case .signalled: return .refused("the manifest uses more than its limits", line: nil)
        case .timedOut: return .refused("the manifest takes longer than \(Self.seconds) seconds", line: nil)
        }
    }

    #if os(macOS)
        /// The Swift of the chosen Xcode.
        private func swift() -> FilePath? { "/usr/bin/swift" }
    #else
        /// The Swift of the first toolchain in PATH. Links are followed, so that the sandbox shows the whole toolchain.
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
