import Actions
import Engine
import Synchronization

/// The log for a pipe or a file: a line when an action starts and one when it ends.
///
/// A pure model, which returns the lines for each event. Cached steps are only counted, unless `isVerbose`.
struct PlainLog: Sendable {
    var isVerbose: Bool
    private var total = 0
    private var ended = 0
    private var labels: [Int: StepLabel] = [:]

    init(isVerbose: Bool) { self.isVerbose = isVerbose }

    mutating func lines(for event: EngineEvent) -> [String] {
        switch event {
        case .runStarted(let steps, _):
            (total, ended) = (steps, 0)
            return []
        case .sandboxUnavailable(let reason): return [LiveView.withoutSandbox(reason)]
        case .sandboxWeak(let reason): return [LiveView.inWeakSandbox(reason)]
        case .stepStarted(let label):
            labels[label.step.index] = label
            return ["\(count) start  \(label.words)"]
        case .output(let step, let line):
            guard isVerbose else { return [] }
            return ["\(labels[step.index].map { $0.identity.slice ?? $0.title } ?? "") | \(LiveView.plain(line))"]
        case .noted(_, let line):
            return [LiveView.noted(line)]
        case .waitingForAnother(let label):
            return ["\(count) wait   \(label.words) (another xbuild runs it)"]
        case .waitingForDuplicate(let label, let duplicate):
            return isVerbose ? ["\(count) wait   \(label.words) (the same work as \(duplicate.words))"] : []
        case .stepFinished(let label, let source, _, let seconds, _, _):
            ended += 1
            switch source {
            case .built: return ["\(count) done   \(label.words) (\(duration(seconds)))"]
            case .cached: return isVerbose ? ["\(count) cached \(label.words)"] : []
            }
        case .stepFailed(let label, let failure):
            ended += 1
            return ["\(count) failed \(label.words): \(failure.reason)"]
        case .stepSkipped(let label):
            ended += 1
            return isVerbose ? ["\(count) skip   \(label.words)"] : []
        case .resultLost(let label):
            ended -= 1
            return ["\(count) lost   \(label.words): its stored result is incomplete, so it runs again"]
        case .planned, .stepRequeued, .runFinished:
            return []
        }
    }

    private var count: String {
        let width = "\(total)".count
        let number = "\(ended)"
        return "[\(String(repeating: " ", count: max(0, width - number.count)))\(number)/\(total)]"
    }
}

extension PlainLog {
    /// Returns a recorder that passes the lines to `write`.
    func recorder(_ write: @escaping @Sendable (String) -> Void) -> Recorder {
        let log = Mutex(self)
        return Recorder(record: { event in
            log.withLock { log in log.lines(for: event).forEach { write($0 + "\n") } }
        })
    }
}
