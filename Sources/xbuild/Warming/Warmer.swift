import Actions
import Basics
import Engine
import Foundation
import Planning
import Store
import SystemPackage

/// Runs a warmer's plan, or looks whether it would have to.
struct Warmer {
    let command: WarmCommand
    let workshop: Workshop
    let plan: WarmPlan

    /// Says whether everything is there: in the cache on another machine, where one is used.
    func check() async throws -> ExitStatus {
        let forecasts = try await inspected()
        let known = forecasts.values.compactMap { if case .cached(let key) = $0 { key } else { nil } }
        // A cache elsewhere was asked about all blobs of its results already.
        let incomplete = workshop.remote == nil ? try await incomplete(known).count : 0
        let missing = forecasts.count - known.count + incomplete
        workshop.host.talk("\(forecasts.count) steps, \(missing) missing\n")
        return missing == 0 ? .done : .buildFailed
    }

    private func inspected() async throws -> [StepID: StepForecast] {
        do throws(EngineError) {
            return try await workshop.askingRemoteAlone.engine.inspect(plan.planned.plan, goals: plan.goals)
        } catch {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    func run() async throws -> ExitStatus {
        if command.sandbox == .off { try workshop.checkBuildsOutside() }
        let lease = try await workshop.lease()
        let outcome = try await outcome()
        try await upload(outcome)
        withExtendedLifetime(lease) {}
        FailureTeller(workshop: workshop).tell(outcome, of: plan.planned.plan)
        let summary = WarmSummary(
            outcome, of: plan.planned.plan, remote: workshop.remote?.counts, wording: workshop.host.wording)
        try write(summary)
        return Self.status(outcome, plan.planned.plan)
    }

    /// What came of the plan. Results that were known and have lost something, here and in the cache, are made again.
    private func outcome() async throws -> RunOutcome {
        let recorder = try recorder()
        defer { recorder.finish() }
        let outcome = try await outcome(recorder, budget: command.budget?.seconds.map { Double($0) })
        let found = outcome.found
        let lost = Set(try await incomplete(Array(found.keys)).compactMap { found[$0] })
        guard !lost.isEmpty, !outcome.wasCancelled else { return outcome }
        let left = command.budget?.seconds.map { max(0, Double($0) - outcome.seconds) }
        return outcome.followed(by: try await self.outcome(recorder, budget: left, rebuild: lost), remaking: lost)
    }

    private func incomplete(_ actions: [Digest]) async throws -> Set<Digest> {
        do throws(StoreError) {
            guard let remote = workshop.remote else { return try await workshop.store.incomplete(actions) }
            return try await remote.incomplete(actions)
        } catch {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    /// `budget` is in seconds.
    private func outcome(
        _ recorder: Recorder, budget: Double?, rebuild: Set<StepID> = []
    ) async throws -> RunOutcome {
        let options = Engine.Options(
            jobs: command.jobs ?? workshop.host.cores, keepGoing: true, sandbox: command.sandbox,
            readOnly: plan.readOnly.map { FilePath($0) }, timeout: command.timeout.seconds, rebuild: rebuild,
            startWithin: budget)
        do {
            return try await within(budget.map { $0 + Self.grace($0) }) {
                try await workshop.engine.run(
                    plan.planned.plan, goals: plan.goals, options: options, report: recorder.record)
            }
        } catch let error as EngineError {
            throw CommandFailure(.fault, error: "\(error)", hint: error.hint)
        }
    }

    /// What goes on when the budget is over may end, but not for ever: for a tenth of it.
    private static func grace(_ budget: Double) -> Double { budget * 0.1 + 1 }

    /// Does something for so long at most, and ends it then.
    private func within<Value: Sendable>(
        _ seconds: Double?, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let seconds else { return try await body() }
        let work = Task { try await body() }
        let watch = Task {
            try await Task.sleep(for: .seconds(seconds), clock: .suspending)
            work.cancel()
        }
        defer { watch.cancel() }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Waits until the cache holds what there is, for what is left of the budget and some time more. What this machine
    /// had and the cache had not goes there as well.
    private func upload(_ outcome: RunOutcome) async throws {
        guard let remote = workshop.remote else { return }
        let keys = Array(outcome.found.keys)
        let seconds = command.budget?.seconds.map { max(0, Double($0) - outcome.seconds) + Self.grace(Double($0)) }
        try await within(seconds) {
            do throws(StoreError) { try await remote.share(keys) } catch {
                throw CommandFailure(.fault, error: "\(error)")
            }
            try await workshop.finishRemote()
        }
    }

    // MARK: Words

    private func write(_ summary: WarmSummary) throws {
        workshop.host.talk(summary.text)
        if let file = command.json { try write(try summary.json(), to: file) }
        if let file = command.junit { try write(summary.junit, to: file) }
        if let file = command.markdown {
            let old = FileManager.default.contents(atPath: workshop.host.absolute(file)) ?? Data()
            try write(String(decoding: old, as: UTF8.self) + summary.markdown, to: file)
        }
    }

    private func write(_ text: String, to file: String) throws {
        do { try Data(text.utf8).write(to: URL(filePath: workshop.host.absolute(file)), options: .atomic) } catch {
            throw CommandFailure(.usage, error: "cannot write `\(file)`")
        }
    }

    private func recorder() throws -> Recorder {
        try Recorder.chosen(on: workshop.host, events: command.events, isVerbose: false)
    }

    /// A budget that is over is no failure.
    private static func status(_ outcome: RunOutcome, _ plan: Plan) -> ExitStatus {
        if outcome.counts.failed > 0 { return Pipeline.status(of: outcome, plan) }
        return Task.isCancelled ? .interrupted : .done
    }
}
