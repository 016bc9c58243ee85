import Actions
import Basics
import Engine
import Testing

@testable import xbuild

struct LiveViewTests {
    private func label(_ index: Int, _ target: String) -> StepLabel {
        StepLabel(step: StepID(index: index), title: "build x", target: target)
    }

    private func running(_ count: Int) -> LiveView {
        var view = LiveView()
        _ = view.apply(.runStarted(steps: 9, jobs: count), at: 0)
        for index in 0..<count { _ = view.apply(.stepStarted(label(index, "t\(index)")), at: Double(index)) }
        return view
    }

    @Test func hasALineForEachRunningActionWithTimeAndLastOutput() {
        var view = running(2)
        _ = view.apply(.output(step: StepID(index: 1), line: "checking for gcc... yes"), at: 3)
        #expect(
            view.frame(at: 4, width: 80, height: 24) == [
                "  t0: build x  4.0 s  ", "  t1: build x  3.0 s  checking for gcc... yes", "[0/9] 2 running",
            ])
    }

    @Test func countsWhatEndedAndKeepsFailuresAbove() {
        var view = running(2)
        let key = Digest(hash: SHA256Value(hex: String(repeating: "0", count: 64))!, size: 0)
        _ = view.apply(.stepFinished(label(0, "t0"), source: .built, key: key, seconds: 1, cpuSeconds: nil), at: 5)
        let lasting = view.apply(.stepFailed(label(1, "t1"), StepFailure(kind: .build, reason: .exited(1))), at: 5)
        #expect(lasting == ["failed  t1: build x: exited with status 1"])
        #expect(view.frame(at: 5, width: 80, height: 24) == ["[2/9] 0 running, 1 failed"])
    }

    @Test func fitsTheTerminal() {
        let frame = running(8).frame(at: 9, width: 12, height: 5)
        #expect(frame.count == 5)
        #expect(frame.allSatisfy { $0.count <= 12 })
        #expect(frame[3] == "  and 5 more")
    }

    @Test(
        "control characters never reach the terminal",
        arguments: [
            ("\u{1B}[31merror\u{1B}[0m: x", "error: x"), ("a\tb\r", "a b "), ("plain", "plain"),
        ])
    func clean(text: String, shown: String) {
        #expect(LiveView.fit(text, width: 40) == shown)
    }
}
