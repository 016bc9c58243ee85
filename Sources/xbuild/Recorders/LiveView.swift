import Actions
import Basics
import Engine

/// The terminal's view of a run: a line for each running action, and a count over the plan.
///
/// A pure model, which does not access the terminal: it is updated with events and their times, and returns the lines
/// to show at a time, for a terminal's size.
struct LiveView: Sendable {
    private struct Running: Sendable {
        var label: StepLabel
        var since: Double
        var lastLine = ""
        /// Shown in place of the last line while another step or process does the work.
        var waitsFor: String?
    }

    private enum End { case cached, built, failed, skipped }

    private var running: [Int: Running] = [:]
    private var total = 0
    /// The end of each step that ended; removed again when its result is lost.
    private var ends: [Int: End] = [:]
    private var counts: [End: Int] = [:]

    /// - Parameter time: seconds of a monotonic clock.
    /// - Returns: permanent lines above the view (failures, warnings).
    mutating func apply(_ event: EngineEvent, at time: Double) -> [String] {
        switch event {
        case .runStarted(let steps, _):
            self = LiveView()
            total = steps
        case .planned: break
        case .sandboxUnavailable(let reason): return [Self.withoutSandbox(reason)]
        case .sandboxWeak(let reason): return [Self.inWeakSandbox(reason)]
        case .stepStarted(let label): running[label.step.index] = Running(label: label, since: time)
        case .output(let step, let line): running[step.index]?.lastLine = line
        case .noted(_, let line): return [Self.noted(line)]
        case .waitingForAnother(let label):
            running[label.step.index] = Running(label: label, since: time, waitsFor: "another xbuild runs it")
        case .waitingForDuplicate(let label, let duplicate):
            running[label.step.index] = Running(label: label, since: time, waitsFor: "the same as \(duplicate.words)")
        case .stepFinished(let label, let source, _, _, _, _):
            switch source {
            case .cached: set(label, .cached)
            case .built: set(label, .built)
            }
        case .stepRequeued(let label): set(label, nil)
        case .stepFailed(let label, let failure):
            set(label, .failed)
            return ["failed  \(label.words): \(failure.reason)"]
        case .stepSkipped(let label): set(label, .skipped)
        case .resultLost(let label):
            set(label, nil)
            return ["lost    \(label.words): it runs again"]
        case .runFinished: running = [:]
        }
        return []
    }

    /// Records that a step no longer runs; `end` is nil if the step will run again.
    private mutating func set(_ label: StepLabel, _ end: End?) {
        let index = label.step.index
        running[index] = nil
        if let old = ends[index] { counts[old, default: 0] -= 1 }
        ends[index] = end
        if let end { counts[end, default: 0] += 1 }
    }

    /// Returns the lines to show at this time, each of at most `width` columns. They are fewer than `height`, because
    /// the cursor is below the last line. On a terminal of one row there are none.
    func frame(at time: Double, width: Int, height: Int) -> [String] {
        guard total > 0, height > 1 else { return [] }
        let all = running.values.sorted { ($0.since, $0.label.step) < ($1.since, $1.label.step) }
        let room = height - 2
        let shown = all.prefix(all.count > room ? max(0, room - 1) : room)
        var lines = shown.map { row($0, at: time, width: width) }
        if all.count > shown.count, room > 0 {
            lines.append(Self.fit("  and \(all.count - shown.count) more", width: width))
        }
        lines.append(summary(width: width))
        return lines
    }

    private func row(_ step: Running, at time: Double, width: Int) -> String {
        let words = step.label.words
        let elapsed = duration(max(0, time - step.since))
        let detail = step.waitsFor ?? step.lastLine
        return Self.fit("  \(words)  \(elapsed)  \(detail)", width: width)
    }

    private func summary(width: Int) -> String {
        var parts = ["[\(ends.count)/\(total)]", "\(running.count) running"]
        for (end, words) in [(End.cached, "from the store"), (.failed, "failed")] {
            if let count = counts[end], count > 0 { parts.append("\(count) \(words)") }
        }
        return Self.fit(parts[0] + " " + parts.dropFirst().joined(separator: ", "), width: width)
    }

    /// Returns the text without control characters, cut to the width.
    static func fit(_ text: String, width: Int) -> String {
        let text = plain(text)
        // The last column stays free: some terminals wrap as soon as it is filled.
        var room = max(0, width - 1)
        let fitting = text.prefix { character in
            room -= columns(of: character)
            return room >= 0
        }
        if fitting.endIndex == text.endIndex { return text }
        return width > 2 ? fitting.dropLast() + "…" : ""
    }

    /// Returns the line for a built-in step's note, which may be a warning.
    static func noted(_ line: String) -> String { line.hasPrefix("warning: ") ? line : "note: \(line)" }

    static func withoutSandbox(_ reason: String) -> String { "warning: actions run without a sandbox: \(reason)" }

    static func inWeakSandbox(_ reason: String) -> String { "warning: the sandbox is weak: \(reason)" }

    /// Returns the text without escape sequences (a compiler's colours), and with spaces in place of control
    /// characters.
    static func plain(_ text: String) -> String {
        var clean = ""
        var isEscape = false
        for character in text.unicodeScalars {
            if isEscape {
                isEscape = !character.properties.isAlphabetic
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                clean.unicodeScalars.append(character.controlsTerminal ? " " : character)
            }
        }
        return clean
    }

    /// Terminals show Chinese, Japanese and Korean characters and most emoji in two columns. Source: Unicode's
    /// EastAsianWidth.txt, the characters of classes `W` and `F`, merged into large ranges.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first, first.value >= 0x1100 else { return 1 }
        return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
}
