// The summary as JUnit's XML, which CI servers show as tests.

import Actions
import Basics
import Store

extension WarmSummary {
    /// The XML, with a suite for each package and a test for each step. Steps that were skipped, or left for the next
    /// run, count as skipped.
    var junit: String {
        let suites = Dictionary(grouping: steps) { Self.suite($0) }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
        lines += numbers
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

    /// The numbers of the whole run, as properties of a suite without tests.
    private var numbers: [String] {
        var properties = [
            ("hits", "\(hits)"), ("misses", "\(misses)"), ("built", "\(built)"), ("failed", "\(failed)"),
            ("skipped", "\(skipped)"), ("left", "\(left)"), ("seconds", Self.rounded(seconds)),
            ("secondsSaved", Self.rounded(secondsSaved)),
        ]
        if let remote {
            properties += [
                ("uploadedResults", "\(remote.uploadedResults)"), ("uploadedBytes", "\(remote.uploadedBytes)"),
                ("downloadedBytes", "\(remote.downloadedBytes)"), ("leftResults", "\(remote.leftResults)"),
            ]
        }
        return [#"  <testsuite name="xbuild warm" tests="0" failures="0" skipped="0">"#, "    <properties>"]
            + properties.map { #"      <property name="\#($0)" value="\#($1)"/>"# }
            + ["    </properties>", "  </testsuite>"]
    }

    private static func rounded(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }

    private static func suite(_ step: NamedStep<Step>) -> String {
        step.name.identity.package?.description ?? "shared"
    }

    private static func testCase(_ step: NamedStep<Step>) -> String {
        let name = xml(step.name.identity.slice.map { "\(step.name.title) for \($0)" } ?? step.name.title)
        let head =
            #"    <testcase name="\#(name)" classname="\#(xml(suite(step)))" "#
            + #"time="\#(rounded(step.seconds))""#
        switch step.state {
        case .hit, .built: return head + "/>"
        case .failed: return head + #"><failure message="failed"/></testcase>"#
        case .skipped: return head + #"><skipped message="a step that it needs failed"/></testcase>"#
        case .left: return head + #"><skipped message="left for the next run"/></testcase>"#
        }
    }

    private static func xml(_ text: String) -> String {
        let plain = LiveView.plain(text)
        return plain.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
