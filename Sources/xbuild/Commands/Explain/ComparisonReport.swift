import Actions
import Basics
import Engine
import Foundation

/// The output of `xbuild explain`.
struct ComparisonReport {
    var comparisons: [StepComparison]
    /// The number of steps whose keys are unknown until earlier steps have run.
    var unknown: Int
    var wording: StepWording

    /// The part of the `--json` document that `--against` reads.
    struct File: Decodable {
        var actions: [Lenient<KnownAction>]
    }

    func json() throws -> String {
        let actions = comparisons.map(\.action).map {
            NamedStep(name: TitledStep($0.step, in: wording), value: $0)
        }
        return try ["actions": actions].jsonText()
    }

    var text: String {
        let same = comparisons.count { $0.nearest?.key == $0.action.key }
        let others = comparisons.filter { $0.nearest?.key != $0.action.key }
        var text = others.map(words).joined(separator: "\n")
        if !others.isEmpty { text += "\n" }
        text += "\(others.count) keys differ, \(same) are the same"
        if unknown > 0 { text += ", \(unknown) depend on results of earlier steps" }
        return text + "\n"
    }

    private func words(_ comparison: StepComparison) -> String {
        let action = comparison.action
        var lines = [name(action), "  key      \(action.key)\(comparison.isStored ? ", in the store" : "")"]
        guard let nearest = comparison.nearest else {
            return (lines + ["  no similar action is known", ""]).joined(separator: "\n")
        }
        let isSame = nearest.step == action.step
        lines.append("  nearest  \(nearest.key)" + (isSame ? "" : ", of \(name(nearest))"))
        for change in comparison.changes {
            lines += Self.lines(for: change, comparison.words).map { "  " + $0 }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func name(_ action: KnownAction) -> String { TitledStep(action.step, in: wording).words }

    /// Returns the lines for a change. Variables of several words (flags, search paths) and scripts are compared word
    /// by word.
    private static func lines(for change: ActionChange, _ words: [RelativePath: WordDifference]) -> [String] {
        switch change {
        case .variable(let name, let old?, let new?) where old.contains(" ") || new.contains(" "):
            ["environment variable `\(name)` changed:"] + lines(for: WordDifference(from: old, to: new))
        case .input(let path, _, _): ["\(change)"] + (words[path].map(lines) ?? [])
        case .argumentAdded, .argumentRemoved, .variable, .property, .outputAdded, .outputRemoved, .timeout:
            ["\(change)"]
        }
    }

    /// The largest number of differing words that are shown.
    private static let mostWords = 20

    private static func lines(for difference: WordDifference) -> [String] {
        let all =
            difference.removed.map { "  without `\(LiveView.plain($0))`" }
            + difference.added.map { "  with `\(LiveView.plain($0))`" }
        let rest = all.count - mostWords
        return all.prefix(mostWords) + (rest > 0 ? ["  and \(rest) more words"] : [])
    }
}
