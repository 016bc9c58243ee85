import Actions
import Engine

/// What a terminal shows of a run: a line for each running action, and a count over the plan.
///
/// A pure model: events go in with their time, a frame of lines comes out for a time and a width. Knows nothing of
/// terminals.
struct LiveView: Sendable {
    private struct Running: Sendable {
        var label: StepLabel
        var since: Double
        var lastLine = ""
        var isWaiting = false
    }

    private var running: [Int: Running] = [:]
    private var total = 0
    private var counts = RunCounts()

    /// - Parameter time: seconds of any steady clock.
    /// - Returns: lines that stay above the view for good (failures, warnings).
    mutating func apply(_ event: EngineEvent, at time: Double) -> [String] {
        switch event {
        case .runStarted(let steps, _): (total, counts) = (steps, RunCounts())
        case .sandboxUnavailable(let reason): return ["warning: actions run without a sandbox: \(reason)"]
        case .stepStarted(let label): running[label.step.index] = Running(label: label, since: time)
        case .output(let step, let line): running[step.index]?.lastLine = line
        case .noted(_, let line): return ["note: \(line)"]
        case .waitingForAnother(let label):
            running[label.step.index] = Running(label: label, since: time, isWaiting: true)
        case .stepFinished(let label, let source, _, _, _):
            running[label.step.index] = nil
            switch source {
            case .cached: counts.cached += 1
            case .built: counts.built += 1
            }
        case .stepFailed(let label, let failure):
            running[label.step.index] = nil
            counts.failed += 1
            return ["failed  \(label.words): \(failure.reason)"]
        case .stepSkipped(let label):
            running[label.step.index] = nil
            counts.skipped += 1
        case .resultLost(let label): return ["lost    \(label.words): it runs again"]
        case .runFinished: running = [:]
        }
        return []
    }

    /// The lines to show now, none longer than `width` columns; at most `height` of them.
    func frame(at time: Double, width: Int, height: Int) -> [String] {
        guard total > 0 else { return [] }
        let all = running.values.sorted { ($0.since, $0.label.step) < ($1.since, $1.label.step) }
        let shown = all.prefix(max(1, height - 2))
        var lines = shown.map { row($0, at: time, width: width) }
        if all.count > shown.count { lines.append("  and \(all.count - shown.count) more") }
        lines.append(summary(width: width))
        return lines
    }

    private func row(_ step: Running, at time: Double, width: Int) -> String {
        let words = step.label.words
        let elapsed = duration(max(0, time - step.since))
        let detail = step.isWaiting ? "another xbuild is at it" : step.lastLine
        return Self.fit("  \(words)  \(elapsed)  \(detail)", width: width)
    }

    private func summary(width: Int) -> String {
        let ended = counts.cached + counts.built + counts.failed + counts.skipped
        var parts = ["[\(ended)/\(total)]", "\(running.count) running"]
        if counts.cached > 0 { parts.append("\(counts.cached) from the store") }
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        return Self.fit(parts[0] + " " + parts.dropFirst().joined(separator: ", "), width: width)
    }

    /// Cut to the width, with control characters (a compiler's colours, tabs) taken out.
    static func fit(_ text: String, width: Int) -> String {
        var clean = ""
        var isEscape = false
        for character in text.unicodeScalars {
            if isEscape {
                isEscape = !character.properties.isAlphabetic
            } else if character == "\u{1B}" {
                isEscape = true
            } else {
                let isControl = character.properties.generalCategory == .control
                clean.unicodeScalars.append(isControl ? " " : character)
            }
        }
        return clean.count <= width ? clean : String(clean.prefix(max(0, width - 1))) + "…"
    }
}
