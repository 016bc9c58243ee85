import Actions
import Basics
import Foundation
import Store
import SystemPackage
import Targets
import Testing

@testable import Engine

struct EngineEventTests {
    private static let label = StepLabel(
        step: StepID(index: 3),
        name: TitledStep(
            StepIdentity(
                .zip(.xcframework), package: PackageID("a@1"),
                targets: ["ios-arm64", "ios-armv7"].compactMap(Target.init(_:))), title: "zip"))
    private static let digest = Digest(of: [])

    @Test(arguments: [
        EngineEvent.runStarted(steps: 3, jobs: 2), .planned(needs: [[], [0]]), .sandboxUnavailable(reason: "why"),
        .sandboxWeak(reason: "why"),
        .stepStarted(label),
        .output(step: label.step, line: "a \"line\"\n"), .waitingForAnother(label),
        .waitingForDuplicate(label, duplicate: StepLabel(step: StepID(index: 1), name: TitledStep("b", title: "b"))),
        .stepFinished(label, source: .built, key: digest, seconds: 1.5, cpuSeconds: nil),
        .stepFailed(label, StepFailure(kind: .audit, reason: .missingOutputs(["x"]), log: digest, seconds: 2)),
        .stepSkipped(label), .resultLost(label), .stepRequeued(label), .noted(label, line: "gone"),
        .runFinished(RunCounts(built: 1), seconds: 1, cpuSeconds: 2),
    ])
    func `an encoded event is one line of JSON and decodes to an equal event`(_ event: EngineEvent) throws {
        let json = try JSONEncoder().encode(event)
        #expect(!json.contains(UInt8(ascii: "\n")))
        #expect(try JSONDecoder().decode(EngineEvent.self, from: json) == event)
    }

    @Test func `a step's label contains its identity and title`() {
        var plan = Plan()
        let work = Work.command(arguments: [], environment: [:])
        let id = plan.add(Step("a", work: work))
        var engine = Engine(store: DiskStore(at: "/s"), workRoot: "/w", builtins: [:])
        engine.wording = StepWording { "\($0.kind) of \($0.name)" }
        #expect(engine.label(id, plan[id]) == StepLabel(step: id, name: TitledStep("a", title: "build of a")))
    }

    @Test(arguments: [
        (EngineError.planOutOfOrder(step: "a"), "step `build a 1` needs a step that is not earlier in the plan"),
        (.noSuchOutput(step: "a", path: "b/c"), "step `build a 1` has no output `b/c`"),
        (.inputsClash(step: "a", path: "b"), "step `build a 1` has two inputs at `b`"),
        (.unknownBuiltin("x"), "there is no builtin `x`"),
        (.builtin("x", reason: "y"), "builtin `x` threw an error: y"),
        (.localFileChanged(path: "/a"), "`/a` changed while xbuild was running"),
        (.store(.file(.special(path: "p"))), "`p` is not a file, folder or link"),
        (.file(.system(.lock, path: "/a", .permissionDenied)), "cannot lock `/a`: permission denied"),
        (.process(program: "/a", reason: "b"), "could not run `/a`: b"),
        (.noSandbox(reason: "b"), "the sandbox does not work here: b"),
    ])
    func `each error has its own line of text`(_ row: (error: EngineError, text: String)) {
        #expect("\(row.error)" == row.text)
    }

    @Test(arguments: [
        (StepFailure.Reason.exited(2), "exited with status 2"), (.signalled(9), "was killed by signal 9"),
        (.timedOut(61), "was killed after its time limit of 61 s"),
        (.timedOut(5400), "was killed after its time limit of 90 min"),
        (.unwritablePath("x"), "has paths that cannot be written: x"),
        (.missingOutputs(["a", "b"]), "did not make `a`, `b`"),
        (.missingInput("a/b", step: "c"), "needs `a/b`, which step `build c 1` did not make"),
        (.inputsClash("a"), "has two inputs at `a`"),
        (.unstorableOutput("x"), "made an output that cannot be stored: x"), (.reported, "failed"),
    ])
    func `each reason of a failure has its description`(_ row: (reason: StepFailure.Reason, text: String)) {
        #expect("\(row.reason)" == row.text)
    }
}
