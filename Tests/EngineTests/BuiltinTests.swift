import Actions
import Basics
import Store
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct BuiltinTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    private func step(
        _ name: String, revision: Int = 1, parameters: String = "", inputs: [RelativePath: Input] = [:],
        outputs: [RelativePath] = ["out"]
    ) -> Step {
        Step(
            name, work: .builtin(name: name, revision: revision, parameters: parameters), inputs: inputs,
            outputs: outputs)
    }

    /// A builtin that writes its parameters and the paths and contents of its inputs.
    private static let list: Builtin = { context in
        var text = context.parameters + "\n"
        var files: [(RelativePath, Digest)] = []
        context.inputs.forEachFile { path, node in
            if case .file(let digest, _) = node { files.append((path, digest)) }
        }
        for (path, digest) in files {
            context.say("reads \(path)")
            text += "\(path) \(String(decoding: try await context.read(digest), as: UTF8.self))"
        }
        return BuiltinOutcome(outputs: ["out": .file(try await context.write(Array(text.utf8)), isExecutable: false)])
    }

    @Test func `a built-in step reads all its input files and its output is kept`() async throws {
        var plan = Plan()
        let a = plan.script("a", "mkdir -p out/sub; echo x >out/sub/x")
        let b = plan.add(
            step(
                "list", parameters: "p",
                inputs: ["in": .output(a, "out"), "given": .contents("g\n", isExecutable: false)]))
        let recorder = Recorder()
        let outcome = try await space.engine(["list": Self.list]).run(plan, options: .direct(), report: recorder.take)
        #expect(try space.text(outcome.results[b]) == "p\ngiven g\nin/sub/x x\n")
        #expect(recorder.lines == ["reads given", "reads in/sub/x"])
        let log = try #require(outcome.results[b]?.action?.log.flatMap { try space.store.blob($0) })
        #expect(String(decoding: log, as: UTF8.self) == "reads given\nreads in/sub/x\n")
    }

    @Test func `a later step can read a folder that a built-in step made`() async throws {
        let build: Builtin = { context in
            let file = Node.file(try await context.write(Array("deep\n".utf8)), isExecutable: false)
            return BuiltinOutcome(outputs: ["out": .directory(Directory(files: ["a/b/c": file]))])
        }
        var plan = Plan()
        let a = plan.add(step("build"))
        let b = plan.script("b", "cat in/b/c >out", inputs: ["in": .output(a, "out/a")])
        let outcome = try await space.engine(["build": build]).run(plan, options: .direct())
        #expect(try space.text(outcome.results[b]) == "deep\n")
    }

    @Test(arguments: [
        (name: "the same parameters and revision", revision: 1, parameters: "p", source: StepState.Source.cached),
        (name: "another revision", revision: 2, parameters: "p", source: .built),
        (name: "other parameters", revision: 1, parameters: "q", source: .built),
    ])
    func `a built-in step with another revision or other parameters runs again`(
        _ row: (name: String, revision: Int, parameters: String, source: StepState.Source)
    ) async throws {
        let engine = space.engine(["list": Self.list])
        var first = Plan()
        _ = first.add(step("list", parameters: "p"))
        _ = try await engine.run(first, options: .direct())
        var second = Plan()
        let id = second.add(step("list", revision: row.revision, parameters: row.parameters))
        #expect(try await engine.run(second, options: .direct()).results[id]?.source == row.source)
    }

    @Test(arguments: [BuiltinOutcome.Failure.build, .source, .audit])
    func `a built-in step fails with the kind that its builtin returned`(_ kind: BuiltinOutcome.Failure) async throws {
        let fail: Builtin = { context in
            context.say("why")
            return BuiltinOutcome(outputs: [:], failure: kind)
        }
        var plan = Plan()
        let a = plan.add(step("fail"))
        let outcome = try await space.engine(["fail": fail]).run(plan, options: .direct())
        let failure = try #require(outcome.results[a]?.failure)
        #expect(failure.kind == kind)
        #expect(failure.reason == .reported)
        #expect(try space.log(failure) == "why\n")
    }

    @Test func `a built-in step that omits an output fails`() async throws {
        var plan = Plan()
        let a = plan.add(step("nothing", outputs: ["x", "y"]))
        let nothing: Builtin = { _ in BuiltinOutcome(outputs: ["x": .symlink(target: "y")]) }
        let outcome = try await space.engine(["nothing": nothing]).run(plan, options: .direct())
        #expect(outcome.results[a]?.failure?.reason == .missingOutputs(["y"]))
    }

    @Test func `an unknown builtin is an error of the run`() async throws {
        var plan = Plan()
        _ = plan.add(step("unknown"))
        await #expect {
            _ = try await space.engine().run(plan, options: .direct())
        } throws: {
            if case EngineError.unknownBuiltin("unknown") = $0 { return true }
            return false
        }
    }

    @Test func `a builtin that throws ends the running steps and is an error of the run`() async throws {
        struct Broken: Error, CustomStringConvertible {
            var description: String { "pieces" }
        }
        var plan = Plan()
        plan.script("slow", "exec sleep 60")
        _ = plan.add(step("broken"))
        await #expect {
            _ = try await space.engine(["broken": { _ in throw Broken() }]).run(plan, options: .direct())
        } throws: {
            "\($0)" == "builtin `broken` threw an error: pieces"
        }
        #expect(space.workFolders.isEmpty)
    }

    @Test func `cancelling a run ends its built-in steps`() async throws {
        var plan = Plan()
        let a = plan.add(step("sleep"))
        let (ready, recorder) = (plan, Recorder())
        let sleep: Builtin = { context in
            context.say("started")
            try await Task.sleep(for: .seconds(60))
            return BuiltinOutcome(outputs: [:])
        }
        let engine = space.engine(["sleep": sleep])
        let run = Task { try await engine.run(ready, options: .direct(), report: recorder.take) }
        while recorder.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        run.cancel()
        #expect(try await run.value.results[a] == .cancelled)
    }
}
