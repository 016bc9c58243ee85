import ArgumentParser
import Basics
import Engine
import Machine
import Store
import SystemPackage

/// `xbuild verify --twice`: checks whether two builds of the same inputs produce the same bytes.
struct VerifyCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Build twice in different folders and compare every byte.",
        discussion: """
            The two builds share only their sources. Each has a separate, empty store; umask and number of jobs \
            differ, and the second build runs outside of the sandbox. Every delivered path is compared; for a library \
            that differs, the object and the section are printed. The exit status is 5 when a path differs.

            """ + ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Flag(help: "Build twice (required: there is no other kind of verification yet).")
    var twice = false

    @Option(help: ArgumentHelp("Keep both results in this folder (default: remove them).", valueName: "folder"))
    var keep: String?

    @Option(
        help: ArgumentHelp(
            "How long an action may take: minutes, or with a unit (30s, 2h), or none.", valueName: "time"))
    var timeout = ActionTimeout.standard

    @Option(help: "Whether actions run in a sandbox: require, auto (the first build only) or off.")
    var sandbox = SandboxMode.auto

    @Flag(name: .shortAndLong, help: "Show all output of actions.")
    var verbose = false

    func validate() throws {
        guard twice else { throw ValidationError("`--twice` is required: two builds are compared") }
        guard keep != "" else { throw ValidationError("`--keep` names no folder") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let root = try keptFolder(on: host) ?? host.makeScratch("verify")
        defer { if keep == nil { try? FilePath(root).removeTree() } }
        let sources = root + "/sources"
        let context = try BuildContext(host: host, store: arguments.store)
        let mirror = SourceMirror(host: host, folder: FilePath(sources), store: context.store)
        try await mirror.fill(for: try await Build.planned(arguments.request, in: context).result)
        for build in builds(in: root, on: host) {
            host.talk("note: the \(build.word) build: \(build.jobs) jobs, sandbox \(build.sandbox.rawValue)\n")
            let status = try await run(build, sources: sources, on: host)
            guard status == .done else { return status }
        }
        return try compare(root, on: host)
    }

    // MARK: Building

    /// One of the two builds.
    private struct Variant {
        var word: String
        var store: String
        var output: String
        var jobs: Int
        var mask: UInt16
        var sandbox: SandboxMode
    }

    private func builds(in root: String, on host: Host) -> [Variant] {
        [
            Variant(
                word: "first", store: root + "/1/store", output: root + "/first", jobs: host.cores, mask: 0o022,
                sandbox: sandbox),
            Variant(
                word: "second", store: root + "/second-of-two/another-store", output: root + "/second",
                jobs: max(1, host.cores / 2), mask: 0o077, sandbox: sandbox == .require ? .require : .off),
        ]
    }

    private func run(_ build: Variant, sources: String, on host: Host) async throws -> ExitStatus {
        var inner = Host(silencing: host)
        inner.environment["XBUILD_MIRROR"] = sources
        let context = try BuildContext(host: inner, store: build.store)
        let options = Engine.Options(
            jobs: build.jobs, sandbox: build.sandbox, timeout: timeout.seconds, lines: verbose ? .all : .latest)
        let pipeline = Pipeline(
            context: context, request: arguments.request, options: options, output: build.output,
            recorder: try Recorder.chosen(on: inner, events: nil, isVerbose: verbose))
        // The umask applies to the whole process, in which no other task creates files at the same time.
        let mask = CurrentProcess.setFileMask(build.mask)
        defer { _ = CurrentProcess.setFileMask(mask) }
        return try await pipeline.run()
    }

    // MARK: Comparing

    private func compare(_ root: String, on host: Host) throws -> ExitStatus {
        let comparison: ReproducibilityDiff
        do { comparison = try ReproducibilityDiff(root + "/first", root + "/second") } catch {
            throw CommandFailure(.fault, error: "cannot compare the two builds: \(error)")
        }
        for difference in comparison.differences { try host.out("\(difference.path): \(difference.words)\n") }
        host.talk("\(comparison.differences.count) of \(comparison.count) paths differ\n")
        return comparison.differences.isEmpty ? .done : .failedAudit
    }

    // MARK: Folders

    private func keptFolder(on host: Host) throws -> String? {
        guard let keep else { return nil }
        try host.checkFolder(keep, for: "builds", option: "--keep")
        let place = host.absolute(keep)
        guard FilePath(place).entries.isEmpty else {
            throw CommandFailure(.usage, error: "`\(keep)` is not empty", hint: "give another folder with --keep")
        }
        return place
    }
}
