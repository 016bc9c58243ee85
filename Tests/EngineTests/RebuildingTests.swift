import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// Lost blobs: a store may lose blobs at any time, and then the steps that made them run again.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct RebuildingTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// `a` makes a folder; `b` and `c` use it. `round` changes only `c`.
    private func steps(round: Int) -> (plan: Plan, a: StepID, c: StepID) {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo text >out/sub/file; echo more >out/more")
        plan.script("b", "cat in/more >out", inputs: ["in": .output(a, "out")])
        let c = plan.script("c", "cat in/sub/file >out # \(round)", inputs: ["in": .output(a, "out")])
        return (plan, a, c)
    }

    /// Returns the digests of the folder that `a` made: its own digest as `root`, those of its entries by path.
    private static func blobs(of folder: Directory) -> [String: Digest] {
        var blobs = ["root": folder.digest]
        folder.forEachNode { path, node in
            switch node {
            case .file(let digest, _), .unloaded(let digest): blobs[path.string] = digest
            case .directory(let directory): blobs[path.string] = directory.digest
            case .symlink: break
            }
        }
        return blobs
    }

    @Test func `a run that checks completeness repeats a step whose result lacks a blob`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo text >out")
        let first = try await space.engine().run(plan, options: .direct())
        guard case .file(let file, _)? = first.results[a]?.action?.outputs["out"] else {
            Issue.record("no file")
            return
        }
        try space.store.discard(file)
        #expect(try await space.engine().run(plan, options: .direct()).results[a]?.source == .cached)
        var engine = space.engine()
        engine.completeness = CompletenessCheck(of: space.store)
        #expect(try await engine.run(plan, options: .direct()).results[a]?.source == .built)
        #expect(try await engine.run(plan, options: .direct()).results[a]?.source == .cached)
    }

    @Test(arguments: ["root", "sub", "sub/file"])
    func `a lost blob is rebuilt`(_ lost: String) async throws {
        let (first, a, _) = steps(round: 1)
        let outcome = try await space.engine().run(first, options: .direct())
        guard case .directory(_, let root)? = outcome.results[a]?.action?.outputs["out"] else {
            Issue.record("no folder")
            return
        }
        let folder = try await Directory.load(root: root, from: space.store)
        try space.store.discard(try #require(Self.blobs(of: folder)[lost]))

        let (second, _, c) = steps(round: 2)
        let recorder = Recorder()
        let rebuilt = try await space.engine().run(second, options: .direct(), report: recorder.take)
        #expect(rebuilt.succeeded)
        #expect(try space.text(rebuilt.results[c]) == "text\n")
        #expect(recorder.events.contains(.resultLost(StepLabel(a, of: second))))
        #expect(recorder.started.filter { $0 == "a" } == ["a"])
        // The step that could not read the blob had started, so it starts a second time.
        let label = StepLabel(c, of: second)
        let about = recorder.events.filter { $0 == .stepStarted(label) || $0 == .stepRequeued(label) }
        #expect(about == [.stepStarted(label), .stepRequeued(label), .stepStarted(label)])
    }

    @Test func `a blob with a wrong byte is rebuilt`() async throws {
        let (first, a, _) = steps(round: 1)
        _ = try await space.engine().run(first, options: .direct())
        let path = space.store.path(of: Digest(of: Array("text\n".utf8)))
        try "tExt\n".write(toFile: path.string, atomically: true, encoding: .utf8)
        let (second, _, c) = steps(round: 2)
        let recorder = Recorder()
        let rebuilt = try await space.engine().run(second, options: .direct(), report: recorder.take)
        #expect(try space.text(rebuilt.results[c]) == "text\n")
        #expect(recorder.started.filter { $0 == "a" } == ["a"])
        #expect(rebuilt.results[a]?.source == .built)
    }

    @Test func `a malformed folder blob is rebuilt`() async throws {
        let (first, a, _) = steps(round: 1)
        let outcome = try await space.engine().run(first, options: .direct())
        guard case .directory(_, let root)? = outcome.results[a]?.action?.outputs["out"] else {
            Issue.record("no folder")
            return
        }
        try space.store.discard(root)
        let junk = String(repeating: "x", count: root.size)
        try junk.write(toFile: space.store.path(of: root).string, atomically: true, encoding: .utf8)
        let (second, _, c) = steps(round: 2)
        let rebuilt = try await space.engine().run(second, options: .direct())
        #expect(try space.text(rebuilt.results[c]) == "text\n")
    }

    /// If an input is a path below an output folder, the engine must read that folder to compute the key.
    @Test func `a folder lost before the key is known is rebuilt`() async throws {
        let plan: (Int) -> Plan = { round in
            var plan = Plan()
            let a = plan.script("a", "mkdir -p out/sub; echo text >out/sub/file")
            plan.script("b", "cat in >out # \(round)", inputs: ["in": .output(a, "out/sub/file")])
            return plan
        }
        let outcome = try await space.engine().run(plan(1), options: .direct())
        guard case .directory(_, let root)? = outcome.results[StepID(index: 0)]?.action?.outputs["out"] else {
            Issue.record("no folder")
            return
        }
        try space.store.discard(root)
        let rebuilt = try await space.engine().run(plan(2), options: .direct())
        #expect(rebuilt.counts == RunCounts(built: 2))
    }

    /// A step may report a lost blob late, when another step's report has already caused its rebuild.
    @Test func `an intact blob stays, and a damaged one is removed`() async throws {
        let repair = Repair(store: space.store, shared: space.store)
        let digest = try space.store.put(Array("text\n".utf8))
        #expect(try await repair.isIntact(digest))
        try "tExt\n".write(toFile: space.store.path(of: digest).string, atomically: true, encoding: .utf8)
        #expect(try await !repair.isIntact(digest))
        #expect(try space.store.missing([digest]) == [digest])
    }

    /// `a` makes a text; the built-in step `b` reads it. Then the text is lost, and `b` runs with another revision.
    private func rebuilt(_ builtin: @escaping Builtin) async throws -> RunOutcome {
        let plan: (Int) -> Plan = { round in
            var plan = Plan()
            let a = plan.script("a", "echo text >out")
            _ = plan.add(
                Step(
                    "b", work: .builtin(name: "make", revision: round, parameters: ""),
                    inputs: ["in": .output(a, "out")], outputs: ["out"]))
            return plan
        }
        let engine = space.engine(["make": builtin])
        _ = try await engine.run(plan(1), options: .direct())
        try space.store.discard(Digest(of: Array("text\n".utf8)))
        return try await engine.run(plan(2), options: .direct())
    }

    @Test func `a lost blob that a built-in step reads is rebuilt`() async throws {
        let rebuilt = try await rebuilt { context in
            guard case .file(let digest, _)? = context.inputs["in"] else { return BuiltinOutcome(outputs: [:]) }
            let copied = try await context.write(context.read(digest) + [0x21])
            return BuiltinOutcome(outputs: ["out": .file(copied, isExecutable: false)])
        }
        #expect(try space.text(rebuilt.results[StepID(index: 1)]) == "text\n!")
    }

    /// Without the rebuild, the result of the built-in step would refer to a blob that the store does not have.
    @Test func `a lost blob that a built-in step only passes on is rebuilt`() async throws {
        let rebuilt = try await rebuilt { context in
            guard let node = context.inputs["in"] else { return BuiltinOutcome(outputs: [:]) }
            return BuiltinOutcome(outputs: ["out": node])
        }
        #expect(rebuilt.counts == RunCounts(built: 2))
        #expect(try space.text(rebuilt.results[StepID(index: 1)]) == "text\n")
    }

    /// The outputs of `a` and `b` are lost, so both steps run again before `c`.
    @Test func `a whole chain of lost results is rebuilt`() async throws {
        let plan: (Int) -> Plan = { round in
            var plan = Plan()
            let a = plan.script("a", "echo a >out")
            let b = plan.script("b", "{ cat in; echo b; } >out", inputs: ["in": .output(a, "out")])
            plan.script("c", "cat in >out # \(round)", inputs: ["in": .output(b, "out")])
            return plan
        }
        _ = try await space.engine().run(plan(1), options: .direct())
        try space.store.discard(Digest(of: Array("a\n".utf8)))
        try space.store.discard(Digest(of: Array("a\nb\n".utf8)))
        let rebuilt = try await space.engine().run(plan(2), options: .direct())
        #expect(try space.text(rebuilt.results[StepID(index: 2)]) == "a\nb\n")
    }

    @Test func `a store that loses a rebuilt blob again is an error`() async throws {
        let text = Digest(of: Array("text\n".utf8))
        let store = ForgetfulStore(base: space.store, forgets: text)
        let engine = Engine(store: store, shared: space.store, workRoot: space.workRoot, builtins: [:])
        let (plan, _, c) = steps(round: 1)
        await #expect {
            _ = try await engine.run(plan, goals: [c], options: .direct())
        } throws: {
            if case EngineError.storeLoses(text, let step) = $0 { return step == "c" }
            return false
        }
    }

    @Test(arguments: [
        ActionResult(outputs: [:]), ActionResult(outputs: ["other": .symlink(target: "x")]),
        ActionResult(outputs: ["out": .symlink(target: "x")], exitCode: 1),
    ])
    func `a stored result with impossible outputs is ignored`(_ result: ActionResult) async throws {
        var plan = Plan()
        let a = plan.script("a", "echo text >out")
        let b = plan.script("b", "cat in >out", inputs: ["in": .output(a, "out")])
        let first = try await space.engine().run(plan, options: .direct())
        guard case .done(let success)? = first.results[a] else {
            Issue.record("no result")
            return
        }
        try space.store.put(result, for: success.key)
        #expect(try await space.engine().inspect(plan)[a] == .resultGone(key: success.key))
        let rebuilt = try await space.engine().run(plan, options: .direct())
        #expect(rebuilt.results[a]?.source == .built)
        #expect(try space.text(rebuilt.results[b]) == "text\n")
    }

    @Test func `an empty result file counts as no result`() async throws {
        var plan = Plan()
        let a = plan.script("a", "echo text >out")
        let first = try await space.engine().run(plan, options: .direct())
        guard case .done(let success)? = first.results[a] else {
            Issue.record("no result")
            return
        }
        let hex = success.key.hash.hex
        let path = space.store.path.appending("ac").appending(String(hex.prefix(2))).appending(hex)
        try #require(path.exists)
        try path.write("")
        #expect(try await space.engine().run(plan, options: .direct()).results[a]?.source == .built)
    }
}

/// Accepts one blob and loses it at once.
private struct ForgetfulStore: StoreDecorator {
    let base: any FileStore
    let forgets: Digest

    func blob(_ digest: Digest) async throws(StoreError) -> [UInt8]? {
        digest == forgets ? nil : try await base.blob(digest)
    }

    func missing(_ digests: [Digest]) async throws(StoreError) -> [Digest] {
        let missing = Set(try await base.missing(digests))
        return digests.filter { $0 == forgets || missing.contains($0) }
    }

    func unavailable(_ digests: [Digest]) async throws(StoreError) -> Set<Digest> { Set(try await missing(digests)) }

    func materialize(_ digest: Digest, to path: FilePath, isExecutable: Bool) async throws(StoreError) {
        if digest == forgets { throw .missing(digest) }
        try await base.materialize(digest, to: path, isExecutable: isExecutable)
    }
}
