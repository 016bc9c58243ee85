import Actions
import Basics

/// What the steps of a plan take: seconds of one core's work, and bytes of what they leave.
///
/// A step that was run with the store takes what was recorded of it. Another takes the median of its kind: of the steps
/// that do the same for other packages and targets. One of a kind that never ran is guessed.
public struct StepCosts: Sendable {
    /// By step.
    public private(set) var seconds: [Double] = []
    /// By step: the bytes of its outputs together.
    public private(set) var bytes: [Int] = []
    /// How many of the needed steps were run before, are of a known kind, or are neither.
    public private(set) var recorded = 0
    public private(set) var ofKnownKind = 0
    public private(set) var guessed = 0

    /// What is known of steps that ran.
    struct Known {
        fileprivate var exact: [StepIdentity: Amount] = [:]
        fileprivate var kinds: [StepKind: Amount] = [:]

        init(_ records: [StepRecord]) {
            var kinds: [StepKind: [Amount]] = [:]
            for record in records {
                // Steps that shared a machine waited for each other: what they worked is what a worker of their own
                // takes. A clock that was set back meanwhile makes them less than nothing.
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

        /// The middle of each; of two middle ones the greater.
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
