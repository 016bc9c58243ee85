import Actions
import Basics
import Testing

@testable import Engine
@testable import xbuild

struct PlainLogTests {
    static let build = StepLabel(3, "build x 1.0", target: "ios-arm64")
    static let key = Digest(hash: SHA256Value(hex: String(repeating: "0", count: 64))!, size: 0)

    private func lines(_ events: [EngineEvent], verbose: Bool = false) -> [String] {
        var log = PlainLog(isVerbose: verbose)
        return events.flatMap { log.lines(for: $0) }
    }

    @Test func `the log reports the start and end of an action`() {
        let events: [EngineEvent] = [
            .runStarted(steps: 12, jobs: 2), .stepStarted(Self.build), .output(step: StepID(index: 3), line: "cc"),
            .stepFinished(Self.build, source: .built, key: Self.key, seconds: 8.26, cpuSeconds: nil),
        ]
        #expect(
            lines(events) == ["[ 0/12] start  ios-arm64: build x 1.0", "[ 1/12] done   ios-arm64: build x 1.0 (8.3 s)"])
    }

    @Test func `the log shows output and cached steps only with --verbose`() {
        let events: [EngineEvent] = [
            .runStarted(steps: 2, jobs: 2),
            .stepFinished(Self.build, source: .cached, key: Self.key, seconds: 0, cpuSeconds: nil),
            .stepStarted(Self.build), .output(step: StepID(index: 3), line: "checking for gcc"),
        ]
        #expect(lines(events) == ["[1/2] start  ios-arm64: build x 1.0"])
        #expect(lines(events, verbose: true).contains("ios-arm64 | checking for gcc"))
        #expect(lines(events, verbose: true).contains("[1/2] cached ios-arm64: build x 1.0"))
    }

    @Test func `the log names the failed step`() {
        let failure = StepFailure(kind: .build, reason: .exited(77))
        let events: [EngineEvent] = [.runStarted(steps: 1, jobs: 1), .stepFailed(Self.build, failure)]
        #expect(lines(events) == ["[1/1] failed ios-arm64: build x 1.0: exited with status 77"])
    }

    @Test(arguments: [
        (0, "0.0 s"), (0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (59.4, "59 s"), (185, "3 min 5 s"),
    ])
    func `a duration is printed in seconds, or in minutes and seconds`(seconds: Double, words: String) {
        #expect(duration(seconds) == words)
    }
}
