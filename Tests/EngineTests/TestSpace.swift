import Actions
import Basics
import Foundation
import Machine
import Store
import Synchronization
import SystemPackage
import TestSupport

@testable import Engine

/// A temporary folder with a store and a work root. It is removed after the test.
final class TestSpace: Sendable {
    private let temporary: TemporaryFolder
    let store: DiskStore

    init() throws {
        temporary = try TemporaryFolder()
        store = DiskStore(at: FilePath(temporary.path("store")))
    }

    // `removeTree` also removes the read-only folders that steps leave.
    deinit { try? folder.removeTree() }

    var folder: FilePath { FilePath(temporary.path) }

    var workRoot: FilePath { folder.appending("work") }

    func engine(_ builtins: [String: Builtin] = [:]) -> Engine {
        Engine(store: store, workRoot: workRoot, builtins: builtins)
    }

    /// Takes and returns the lock of an action; returns nil if the lock is held.
    func tryLock(_ key: Digest) throws -> KeyLock? { try store.tryLock(key).map(KeyLock.init) }

    /// The entries of the runs' folders in the work root.
    var workFolders: [String] { workRoot.entries.flatMap(\.entries).compactMap { $0.lastComponent?.string } }

    /// Returns the text of a result's file, read from the store; nil if the result or the file is missing.
    func text(_ result: StepResult?, _ path: RelativePath = "out") throws -> String? {
        guard case .file(let digest, _)? = result?.action?.outputs[path] else { return nil }
        return try store.blob(digest).map { String(decoding: $0, as: UTF8.self) }
    }

    func log(_ failure: StepFailure) throws -> String {
        String(decoding: try failure.log.flatMap { try store.blob($0) } ?? [], as: UTF8.self)
    }
}

extension Engine {
    /// Creates an engine that uses only this store.
    init(store: DiskStore, workRoot: FilePath, builtins: [String: Builtin]) {
        self.init(store: store, shared: store, workRoot: workRoot, builtins: builtins)
    }
}

/// Collects events.
final class Recorder: Sendable {
    private let kept = Mutex<[EngineEvent]>([])

    var events: [EngineEvent] { kept.withLock { $0 } }

    func take(_ event: EngineEvent) { kept.withLock { $0.append(event) } }

    /// The lines of output of all steps.
    var lines: [String] {
        events.compactMap { event in
            if case .output(_, let line) = event { line } else { nil }
        }
    }

    /// The steps that started.
    var started: [StepIdentity] {
        events.compactMap { event in
            if case .stepStarted(let label) = event { label.identity } else { nil }
        }
    }
}

extension Plan {
    /// Adds a step that runs a shell script in a folder with its inputs.
    @discardableResult
    mutating func script(
        _ name: String, _ script: String, inputs: [RelativePath: Input] = [:], outputs: [RelativePath] = ["out"],
        environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) -> StepID {
        var inputs = inputs
        inputs["script"] = .contents(script, isExecutable: false)
        return add(
            Step(
                name, work: .command(arguments: ["/bin/sh", "-e", "script"], environment: environment),
                inputs: inputs, outputs: outputs))
    }
}

extension Engine.Options {
    /// Returns options without a sandbox: only the tests of the sandbox need one.
    static func direct(jobs: Int = 2, keepGoing: Bool = false, timeout: Int? = nil, lines: Lines = .all)
        -> Engine.Options
    {
        Engine.Options(jobs: jobs, keepGoing: keepGoing, sandbox: .off, timeout: timeout, lines: lines)
    }
}

/// Returns the ids of this machine's processes whose command lines contain this text; none without `/proc`.
func processes(naming text: String) -> [String] {
    FilePath("/proc").entries.compactMap { $0.lastComponent?.string }.filter { number in
        Int(number) != nil
            && FileManager.default.contents(atPath: "/proc/\(number)/cmdline")?.firstRange(of: Data(text.utf8)) != nil
    }
}

extension StepResult {
    var source: StepState.Source? {
        if case .done(let success) = self { success.source } else { nil }
    }

    var failure: StepFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
