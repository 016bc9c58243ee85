import Actions
import Basics

/// The costs of a plan's steps: seconds of one core, and bytes of outputs.
///
/// A step that was run with the store has its recorded costs. Any other step has the median costs of the recorded steps
/// of the same kind, for any packages and targets. The costs of a kind that never ran are guessed.
public struct StepCosts: Sendable {
    /// By step: the seconds.
    public private(set) var seconds: [Double] = []
    /// By step: the size of its outputs in bytes.
    public private(set) var bytes: [Int] = []
    /// The numbers of needed steps whose own costs are recorded, whose kind has recorded costs, or whose costs are
    /// guessed.
    public private(set) var recorded = 0
    public private(set) var ofKnownKind = 0
    public private(set) var guessed = 0

    /// The records of earlier executions.
    struct Known {
        fileprivate var exact: [StepIdentity: Amount] = [:]
        fileprivate var kinds: [StepKind: Amount] = [:]

        init(_ records: [StepRecord]) {
            var kinds: [StepKind: [Amount]] = [:]
            for record in records {
                // Steps that shared a machine waited for each other, so their CPU time is the better estimate for a
                // worker that runs one step at a time. Seconds may be negative if a clock was set back.
                let seconds = max(0, record.cpuSeconds ?? record.seconds)
                let amount = Amount(seconds: seconds, bytes: record.bytes ?? 0)
                exact[record.step] = amount
                kinds[record.step.kind, default: []].append(amount)
            }
            self.kinds = kinds.mapValues(Amount.median)
        }
    }

    fileprivate struct Amount {
        var seconds: Double
        var bytes: Int

        /// Returns the median of the seconds and the median of the bytes; of two middle values, the greater.
        static func median(_ amounts: [Amount]) -> Amount {
            let middle = amounts.count / 2
            return Amount(
                seconds: amounts.map(\.seconds).sorted()[middle], bytes: amounts.map(\.bytes).sorted()[middle])
        }
    }

    init(of plan: Plan, needed: [Bool], _ known: Known) {
        seconds.reserveCapacity(plan.steps.count)
        bytes.reserveCapacity(plan.steps.count)
        for (index, step) in plan.steps.enumerated() {
            let amount = needed[index] ? amount(of: step, known) : Amount(seconds: 0, bytes: 0)
            seconds.append(amount.seconds)
            bytes.append(amount.bytes)
        }
    }

    private mutating func amount(of step: Step, _ known: Known) -> Amount {
        if let amount = known.exact[step.identity] {
            recorded += 1
            return amount
        }
        if let amount = known.kinds[step.kind] {
            ofKnownKind += 1
            return amount
        }
        guessed += 1
        return Amount(seconds: step.guessedSeconds, bytes: 0)
    }
}
