import Basics
import Store

extension WarmSummary {
    func json() throws -> String {
        try jsonText()
    }

    /// A line or two for a person.
    var text: String {
        let parts = [
            (hits, "hits"), (built, "built"), (failed, "failed"), (skipped, "skipped"),
            (left, "left for the next time"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let saved = secondsSaved >= 1 ? "; \(duration(secondsSaved)) of work saved" : ""
        return "\(words.isEmpty ? "nothing to do" : words) in \(duration(seconds))\(saved)\n"
            + (remote.map { "remote cache: \($0.words)\n" } ?? "")
    }

    /// A section for a page of GitHub or GitLab.
    var markdown: String {
        var lines = ["### xbuild warm", "", "| | |", "| --- | ---: |"]
        lines += [
            "| hits | \(hits) |", "| misses | \(misses) |", "| built | \(built) |", "| failed | \(failed) |",
            "| left | \(left) |", "| time | \(duration(seconds)) |", "| work saved | \(duration(secondsSaved)) |",
        ]
        if let remote {
            lines.append("| uploaded | \(ByteSize(bytes: remote.uploadedBytes).words) |")
            lines.append("| downloaded | \(ByteSize(bytes: remote.downloadedBytes).words) |")
        }
        let failures = steps.filter { $0.state == .failed }
        if !failures.isEmpty {
            lines += ["", "| failed | target |", "| --- | --- |"]
            lines += failures.map { "| \(Self.cell($0.title)) | \(Self.cell($0.target ?? "-")) |" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    /// The summary as JUnit's XML: a suite for each package, a test for each step. What was skipped or left is skipped.
    var junit: String {
        let suites = Dictionary(grouping: steps) { $0.package ?? "shared" }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
        for (name, steps) in suites.sorted(by: { $0.key < $1.key }) {
            let failures = steps.count { $0.state == .failed }
            let skipped = steps.count { $0.state == .skipped || $0.state == .left }
            lines.append(
                #"  <testsuite name="\#(Self.xml(name))" tests="\#(steps.count)" failures="\#(failures)" "#
                    + #"skipped="\#(skipped)">"#)
            lines += steps.map(Self.testCase)
            lines.append("  </testsuite>")
        }
        return (lines + ["</testsuites>", ""]).joined(separator: "\n")
    }

    private static func testCase(_ step: Step) -> String {
        let name = xml(step.target.map { "\(step.title) for \($0)" } ?? step.title)
        let head =
            #"    <testcase name="\#(name)" classname="\#(xml(step.package ?? "shared"))" "#
            + #"time="\#((step.seconds * 1000).rounded() / 1000)""#
        switch step.state {
        case .hit, .built: return head + "/>"
        case .failed: return head + #"><failure message="failed"/></testcase>"#
        case .skipped: return head + #"><skipped message="a step that it needs failed"/></testcase>"#
        case .left: return head + #"><skipped message="left for the next time"/></testcase>"#
        }
    }

    private static func xml(_ text: String) -> String {
        let plain = LiveView.plain(text)
        return plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
