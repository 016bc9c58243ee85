import Actions
import Basics
import Foundation
import Store
import SystemPackage
import TestServers
import TestSupport
import Testing

@testable import Engine
@testable import xbuild

/// Pages and traces of runs; the page is opened in a real browser.
@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct ReportTests {
    /// Returns the report of a run with this many steps, in chains of ten, on four jobs.
    private static func report(steps count: Int) -> RunReport {
        var report = RunReport()
        report.add(.runStarted(steps: count, jobs: 4), at: 0)
        report.add(.planned(needs: (0..<count).map { $0 % 10 == 0 ? [] : [$0 - 1] }), at: 0)
        for index in 0..<count {
            let label = StepLabel(index, "build <b>\(index)</b>", target: "ios-arm64", package: "p@1")
            report.add(.stepStarted(label), at: Double(index))
            if index == 3 {
                report.add(.stepFailed(label, StepFailure(kind: .build, reason: .exited(7))), at: Double(index) + 1)
            } else {
                report.add(
                    .stepFinished(label, source: .built, key: Digest(of: []), seconds: 1, cpuSeconds: 1),
                    at: Double(index) + 1)
            }
        }
        report.conclude()
        return report
    }

    private static func failure(log: Digest) -> StepFailure {
        var failure = StepFailure(kind: .build, reason: .exited(1))
        failure.log = log
        return failure
    }

    /// Returns the text that a browser renders from a page, and the browser's error messages.
    private func opened(_ page: String, at place: String = "") async throws -> (text: String, console: String) {
        let folder = try TemporaryFolder(["page.html": page])
        let output = try await TestProgram.run(
            try Tool.url("chromium").path,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr", "--virtual-time-budget=5000",
                "--dump-dom", "file://\(folder.path("page.html"))\(place)",
            ], in: folder.url, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
        let console = output.err.split(separator: "\n").filter { $0.contains("CONSOLE") }.joined(separator: "\n")
        return (output.out, console)
    }

    @Test func `a page with ten thousand steps scrolls and draws only visible rows`() async throws {
        let page = try Self.report(steps: 10_000).page()
        let top = try await opened(page)
        #expect(top.console == "")
        #expect(top.text.contains("data-steps=\"10000\""), "\(top.text.suffix(2000))")
        // The title of a step is escaped.
        #expect(top.text.contains("ios-arm64: build &lt;b&gt;0&lt;/b&gt;"))
        #expect(top.text.contains("exited with status 7"))
        // Only visible rows are drawn.
        #expect(top.text.ranges(of: "class=\"row ").count < 100)
        let end = try await opened(page, at: "#end")
        #expect(end.console == "")
        #expect(end.text.contains("build &lt;b&gt;9999&lt;/b&gt;</span>"))
    }

    @Test func `a failed step shows its log`() async throws {
        let folder = try TemporaryFolder()
        let store = DiskStore(at: FilePath(folder.path("store")))
        let log = try store.put(Array("cc -c one.c\none.c:1: error: <nothing> works\n".utf8))
        var report = RunReport()
        let label = StepLabel(0, "build tiny", target: "ios-arm64", package: "tiny@1")
        report.add(.runStarted(steps: 1, jobs: 1), at: 0)
        report.add(.stepStarted(label), at: 0)
        report.add(.stepFailed(label, Self.failure(log: log)), at: 1)
        report.conclude()
        await report.complete(from: store)
        let page = try await opened(try report.page())
        #expect(page.console == "")
        #expect(page.text.contains("one.c:1: error: &lt;nothing&gt; works"), "\(page.text.suffix(2000))")
    }

    @Test func `the critical path is the chain that ends last`() {
        let report = Self.report(steps: 40)
        #expect(report.steps.filter { $0.value.isCritical }.keys.map(\.index).sorted() == Array(30..<40))
    }

    @Test func `concurrent steps have separate lanes`() {
        var report = RunReport()
        let labels = (0..<3).map { StepLabel($0, "\($0)") }
        report.add(.stepStarted(labels[0]), at: 0)
        report.add(.stepStarted(labels[1]), at: 1)
        report.add(.stepSkipped(labels[0]), at: 2)
        report.add(.stepStarted(labels[2]), at: 3)
        report.conclude()
        #expect((0..<3).map { report.steps[RunReport.Place(index: $0)]?.lane } == [0, 1, 0])
    }

    @Test func `steps that ran on other machines are on the lanes of those machines`() throws {
        var report = RunReport()
        let workers = [nil, "b", "a", "b"]
        for (index, worker) in workers.enumerated() {
            let label = StepLabel(index, "\(index)")
            report.add(.stepStarted(label), at: Double(index))
            report.add(
                .stepFinished(label, source: .built, key: Digest(of: []), seconds: 9, cpuSeconds: nil, worker: worker),
                at: 9)
        }
        report.conclude()
        #expect(report.lanes == ["job 1", "a 1", "b 1", "b 2"])
        #expect(workers.indices.map { report.steps[RunReport.Place(index: $0)]?.lane } == [0, 2, 1, 3])
        #expect(report.trace().contains(#""name":"b 2""#))
    }

    /// Adds a run of a plan in which each step depends on the step before. The run builds the steps in `built`, in a
    /// second each; the other steps are cached.
    private static func run(
        _ titles: [String], built: Set<String>, from start: Double, _ report: inout RunReport
    ) {
        report.add(.runStarted(steps: titles.count, jobs: 1), at: start)
        report.add(.planned(needs: titles.indices.map { $0 == 0 ? [] : [$0 - 1] }), at: start)
        var time = start
        for (index, title) in titles.enumerated() {
            let label = StepLabel(index, title)
            let isBuilt = built.contains(title)
            if isBuilt {
                report.add(.stepStarted(label), at: time)
                time += 1
            }
            report.add(
                .stepFinished(
                    label, source: isBuilt ? .built : .cached, key: Digest(of: Array(title.utf8)),
                    seconds: isBuilt ? 1 : 0, cpuSeconds: nil),
                at: time)
        }
        report.add(.runFinished(RunCounts(), seconds: time - start, cpuSeconds: 0), at: time)
    }

    private static func lines(_ report: RunReport) -> [String] {
        report.steps.sorted { $0.key < $1.key }.map { place, step in
            let times = step.start.flatMap { start in step.end.map { " \(start) to \($0)" } } ?? ""
            return "run \(place.run): \(step.title) \(step.state)\(times)" + (step.isCritical ? ", critical" : "")
        }
    }

    @Test func `a step that one run built and a later run finds in the store stays built`() {
        var report = RunReport()
        Self.run(["fetch", "build", "dist"], built: ["build", "dist"], from: 0, &report)
        Self.run(["fetch", "build", "dist"], built: ["fetch"], from: 10, &report)
        report.conclude()
        // Cached steps are listed in the run that built them.
        #expect(
            Self.lines(report) == [
                "run 0: build built 0.0 to 1.0, critical", "run 0: dist built 1.0 to 2.0, critical",
                "run 1: fetch built 10.0 to 11.0, critical",
            ])
    }

    @Test func `runs of different plans list their steps separately`() {
        var report = RunReport()
        Self.run(["build a", "build b", "merge a b"], built: ["build a", "build b"], from: 0, &report)
        Self.run(["build a", "merge a"], built: ["merge a"], from: 10, &report)
        report.conclude()
        #expect(
            Self.lines(report) == [
                "run 0: build a built 0.0 to 1.0, critical", "run 0: build b built 1.0 to 2.0, critical",
                "run 0: merge a b cached", "run 1: merge a built 10.0 to 11.0, critical",
            ])
    }

    @Test func `a requeued step that is then cached has no start time`() {
        var report = RunReport()
        let label = StepLabel(0, "a")
        report.add(.runStarted(steps: 1, jobs: 1), at: 0)
        report.add(.stepStarted(label), at: 1)
        report.add(.stepRequeued(label), at: 2)
        report.add(.stepFinished(label, source: .cached, key: Digest(of: []), seconds: 0, cpuSeconds: nil), at: 9)
        report.conclude()
        #expect(Self.lines(report) == ["run 0: a cached"])
    }

    @Test func `a trace has Perfetto's format`() throws {
        let json = try JSONSerialization.jsonObject(with: Data(Self.report(steps: 20).trace().utf8)) as? [String: Any]
        let events = try #require(json?["traceEvents"] as? [[String: Any]])
        let complete = events.filter { $0["ph"] as? String == "X" }
        #expect(complete.count == 20)
        #expect(complete.allSatisfy { $0["ts"] is Int && $0["dur"] is Int && $0["tid"] is Int && $0["pid"] is Int })
        #expect(events.contains { $0["name"] as? String == "thread_name" })
    }
}
