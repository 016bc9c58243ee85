import Actions
import Basics
import Engine
import Machine
import Planning
import Store

/// Runs the plan of `xbuild warm`, or reports whether results are missing.
struct Warmer {
    let context: BuildContext
    let plan: WarmPlan

    /// The files for the summary, as the paths that the user wrote.
    struct Files: Sendable {
        var json: String?
        var junit: String?
        /// The summary is appended to this file; the other files are replaced.
        var markdown: String?
    }

    /// Checks whether all results are present, in the remote cache if there is one. Returns the exit status.
    func check() async throws -> ExitStatus {
        let engine = context.askingRemoteAlone.engine(.complete)
        let forecasts = try await engine.inspect(plan.planned.plan, goals: plan.goals)
        let missing = forecasts.values.count { if case .cached = $0 { false } else { true } }
        context.host.talk("\(forecasts.count) steps, \(missing) missing\n")
        context.reportUntrusted()
        return missing == 0 ? .done : .buildFailed
    }

    /// Runs the plan and uploads the results. Steps start only within the time budget of the options. Returns the exit
    /// status.
    ///
    /// - Parameter events: the file for the events, as the path that the user wrote.
    func run(_ options: Engine.Options, events: String?, summaries files: Files) async throws -> ExitStatus {
        let recorder = try Recorder.chosen(on: context.host, events: events, isVerbose: false)
        let budget = options.startWithin
        let outcome = try await Build.leased(context, options, recorder, results: .complete) { build in
            let outcome = try await within(budget.map { $0 + Self.grace($0) }) { try await build.run(plan.work) }
            recorder.finish()
            try await upload(outcome, within: budget)
            return outcome
        }
        context.failures.report(outcome, of: plan.planned.plan)
        let summary = WarmSummary(
            outcome, of: plan.planned.plan, remote: context.remote?.counts, wording: context.host.wording)
        try write(summary, to: files)
        context.reportStoreSize(after: outcome)
        return Self.status(outcome, plan.planned.plan)
    }

    /// Returns the time that running steps have to end after the budget: a tenth of the budget and a second.
    private static func grace(_ budget: Double) -> Double { budget * 0.1 + 1 }

    /// Runs `body` for at most this number of seconds, then cancels it; returns its result.
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

    /// Waits for uploads, for the rest of the budget and its grace time. Results that were already in the local store
    /// but not in the cache are uploaded as well.
    private func upload(_ outcome: RunOutcome, within budget: Double?) async throws {
        guard let remote = context.remote else { return }
        let keys = outcome.cachedActions
        let seconds = budget.map { max(0, $0 - outcome.seconds) + Self.grace($0) }
        try await within(seconds) {
            try await remote.share(keys)
            try await context.finishRemote()
        }
    }

    // MARK: Words

    private func write(_ summary: WarmSummary, to files: Files) throws {
        context.host.talk(summary.text)
        if let file = files.json { try write(try summary.jsonText(), to: file) }
        if let file = files.junit { try write(summary.junit, to: file) }
        if let file = files.markdown {
            let old = FileSystem.text(context.host.absolute(file)) ?? ""
            try write(old + summary.markdown, to: file)
        }
    }

    private func write(_ text: String, to file: String) throws {
        try CommandFailure.writing(file, status: .usage) { () throws(FileError) in
            try FileSystem.write(text.utf8, to: context.host.absolute(file))
        }
    }

    /// Returns the exit status. A budget that ran out is not a failure.
    private static func status(_ outcome: RunOutcome, _ plan: Plan) -> ExitStatus {
        if outcome.counts.failed > 0 { return Pipeline.status(of: outcome, plan) }
        return Task.isCancelled ? .interrupted : .done
    }
}
