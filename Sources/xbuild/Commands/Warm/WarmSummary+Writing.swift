import Actions
import Basics
import Store

extension WarmSummary {
    /// The summary in one or two lines for a user.
    var text: String {
        let parts = [
            (hits, "hits"), (misses, "misses"), (built, "built"), (failed, "failed"), (skipped, "skipped"),
            (left, "left for the next run"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let saved = secondsSaved >= 1 ? "; \(duration(secondsSaved)) of work saved" : ""
        return "\(words.isEmpty ? "nothing to do" : words) in \(duration(seconds))\(saved)\n"
            + (remote.map(Self.words) ?? "")
    }

    private static func words(_ remote: RemoteCounts) -> String {
        let words = "remote cache: \(remote.words)\n"
        guard remote.leftResults > 0 else { return words }
        return words + "note: \(remote.leftResults) results were not uploaded in time: the next run uploads them\n"
    }

    /// The summary as a section of Markdown for GitHub or GitLab.
    var markdown: String {
        var lines = ["### xbuild warm", "", "| | |", "| --- | ---: |"]
        lines += [
            "| hits | \(hits) |", "| misses | \(misses) |", "| built | \(built) |", "| failed | \(failed) |",
            "| left | \(left) |", "| time | \(duration(seconds)) |", "| work saved | \(duration(secondsSaved)) |",
        ]
        if let remote {
            lines.append("| uploaded | \(ByteSize(bytes: remote.uploadedBytes).words) |")
            lines.append("| downloaded | \(ByteSize(bytes: remote.downloadedBytes).words) |")
            if remote.leftResults > 0 { lines.append("| results not uploaded | \(remote.leftResults) |") }
        }
        let failures = steps.filter { $0.state == .failed }
        if !failures.isEmpty {
            lines += ["", "| failed | target |", "| --- | --- |"]
            lines += failures.map(\.name).map { "| \(Self.cell($0.title)) | \(Self.cell($0.identity.slice ?? "-")) |" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
