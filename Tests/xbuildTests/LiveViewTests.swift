import Actions
import Basics
import Testing

@testable import Engine
@testable import xbuild

struct LiveViewTests {
    private func label(_ index: Int) -> StepLabel { StepLabel(index, "t\(index): build x") }

    private func running(_ count: Int) -> LiveView {
        var view = LiveView()
        _ = view.apply(.runStarted(steps: 9, jobs: count), at: 0)
        for index in 0..<count { _ = view.apply(.stepStarted(label(index)), at: Double(index)) }
        return view
    }

    @Test func `each running action has a line with time and last output`() {
        var view = running(2)
        _ = view.apply(.output(step: StepID(index: 1), line: "checking for gcc... yes"), at: 3)
        #expect(
            view.frame(at: 4, width: 80, height: 24) == [
                "  t0: build x  4.0 s  ", "  t1: build x  3.0 s  checking for gcc... yes", "[0/9] 2 running",
            ])
    }

    @Test func `finished steps are counted, and a failed step gives a permanent line`() {
        var view = running(2)
        let key = Digest(hash: SHA256Value(hex: String(repeating: "0", count: 64))!, size: 0)
        _ = view.apply(.stepFinished(label(0), source: .built, key: key, seconds: 1, cpuSeconds: nil), at: 5)
        let lasting = view.apply(.stepFailed(label(1), StepFailure(kind: .build, reason: .exited(1))), at: 5)
        #expect(lasting == ["failed  t1: build x: exited with status 1"])
        #expect(view.frame(at: 5, width: 80, height: 24) == ["[2/9] 0 running, 1 failed"])
    }

    @Test func `a step whose result is lost no longer counts as finished`() {
        var view = running(1)
        let key = Digest(of: [])
        for step in [label(1), label(2)] {
            _ = view.apply(.stepFinished(step, source: .cached, key: key, seconds: 0, cpuSeconds: nil), at: 1)
        }
        #expect(view.frame(at: 1, width: 80, height: 24).last == "[2/9] 1 running, 2 from the store")
        #expect(view.apply(.resultLost(label(1)), at: 2) == ["lost    t1: build x: it runs again"])
        #expect(view.frame(at: 2, width: 80, height: 24).last == "[1/9] 1 running, 1 from the store")
        _ = view.apply(.stepFinished(label(1), source: .built, key: key, seconds: 1, cpuSeconds: nil), at: 3)
        #expect(view.frame(at: 3, width: 80, height: 24).last == "[2/9] 1 running, 1 from the store")
    }

    @Test func `a requeued step is not shown as running`() {
        var view = running(2)
        _ = view.apply(.waitingForAnother(label(2)), at: 2)
        for index in [0, 2] { _ = view.apply(.stepRequeued(label(index)), at: 3) }
        #expect(view.frame(at: 4, width: 80, height: 24) == ["  t1: build x  3.0 s  ", "[0/9] 1 running"])
        _ = view.apply(.stepStarted(label(0)), at: 5)
        #expect(view.frame(at: 6, width: 80, height: 24).contains("  t0: build x  1.0 s  "))
    }

    @Test func `a second run is counted separately`() {
        var view = running(1)
        _ = view.apply(.stepSkipped(label(3)), at: 1)
        _ = view.apply(.runFinished(RunCounts(), seconds: 1, cpuSeconds: 0), at: 1)
        _ = view.apply(.runStarted(steps: 4, jobs: 1), at: 2)
        _ = view.apply(.stepSkipped(label(3)), at: 3)
        #expect(view.frame(at: 3, width: 80, height: 24) == ["[1/4] 0 running"])
    }

    @Test(arguments: [
        (width: 12, height: 5, lines: ["  t0: buil…", "  t1: buil…", "  and 6 mo…", "[0/9] 8 ru…"]),
        (width: 30, height: 3, lines: ["  and 8 more", "[0/9] 8 running"]),
        (width: 30, height: 2, lines: ["[0/9] 8 running"]), (width: 30, height: 1, lines: []),
        (width: 30, height: 0, lines: []), (width: 10, height: 2, lines: ["[0/9] 8 …"]),
        (width: 2, height: 2, lines: [""]), (width: 0, height: 2, lines: [""]),
    ])
    func `the view fits the terminal and leaves a row for the cursor`(width: Int, height: Int, lines: [String]) {
        #expect(running(8).frame(at: 9, width: width, height: height) == lines)
    }

    @Test func `a wide character takes two columns`() {
        #expect(LiveView.fit("漢字漢字", width: 9) == "漢字漢字")
        #expect(LiveView.fit("漢字漢字", width: 8) == "漢字…")
    }

    @Test func `a waiting step shows the step or process that it waits for`() {
        var view = running(1)
        _ = view.apply(.waitingForDuplicate(label(1), duplicate: label(0)), at: 1)
        _ = view.apply(.waitingForAnother(label(2)), at: 2)
        #expect(
            view.frame(at: 3, width: 80, height: 24) == [
                "  t0: build x  3.0 s  ", "  t1: build x  2.0 s  the same as t0: build x",
                "  t2: build x  1.0 s  another xbuild runs it", "[0/9] 3 running",
            ])
    }

    @Test(arguments: [
        ("\u{1B}[31merror\u{1B}[0m: x", "error: x"), ("a\tb\r", "a b "), ("plain", "plain"),
    ])
    func `the view removes control characters`(text: String, shown: String) {
        #expect(LiveView.fit(text, width: 40) == shown)
    }
}
