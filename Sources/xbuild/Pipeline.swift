import Actions
import Engine
import Planning
import Store
import Toolchains

/// The steps of `xbuild recipe` in their order: plan, run, deliver, report.
struct Pipeline: Sendable {
    let context: BuildContext
    let request: BuildRequest
    let options: Engine.Options
    /// The absolute path of the folder in which each package gets a folder `NAME-VERSION`.
    let output: String
    let recorder: Recorder
    /// Whether package folders that the user changed are replaced.
    var replacesChanged = false

    /// The plan, its outcome, and the delivered folders.
    private struct Made {
        var planned: Planner.Result
        var outcome: RunOutcome
        var delivery: Delivery
    }

    func run() async throws -> ExitStatus {
        let made = try await Build.leased(context, options, recorder) { build in
            var made = try await make(request, build)
            if let rest = partial(made.planned, made.outcome) {
                let first = made.outcome
                made = try await make(rest, build)
                made.outcome = made.outcome.crediting(first)
            }
            try await context.finishRemote()
            return made
        }
        try? context.digests.save()
        let status = try report(made)
        context.reportStoreSize(after: made.outcome)
        return status
    }

    /// Plans a request, runs the plan and delivers the results; returns all three.
    private func make(_ request: BuildRequest, _ build: Build) async throws -> Made {
        let (planned, work) = try await Build.planned(request, in: context)
        try checkConflicts(planned)
        reportSkippedTests(planned)
        let (outcome, delivery) = try await build.run(work) { outcome in try await deliver(planned, outcome) }
        return Made(planned: planned, outcome: outcome, delivery: delivery)
    }

    /// Prints the delivered folders, the failures and a summary; returns the exit status.
    private func report(_ made: Made) throws -> ExitStatus {
        let (outcome, host) = (made.outcome, context.host)
        let printed = Result { try made.delivery.folders.forEach { try host.out(host.shortened($0) + "\n") } }
        UnknownOptionReporter(context: context).report(outcome, of: made.planned.plan)
        context.failures.report(outcome, of: made.planned.plan)
        reportSummary(outcome)
        reportRefused(made.planned, outcome)
        if let failure = made.delivery.failure { throw failure }
        try printed.get()
        return Self.status(of: outcome, made.planned.plan)
    }

    /// Prints a line for each package and obstacle, with all targets that have the obstacle.
    private func reportSkippedTests(_ planned: Planner.Result) {
        let groups = Dictionary(grouping: planned.skippedTests) { "\($0.package): \($0.obstacle)" }
        for group in groups.sorted(by: { $0.key < $1.key }).map(\.value) {
            let targets = group.map { "`\($0.target)`" }.joined(separator: ", ")
            context.host.talk(
                "note: the tests of \(group[0].package) are not run for \(targets): \(group[0].obstacle)\n")
        }
    }

    private func reportSummary(_ outcome: RunOutcome) {
        let counts = outcome.counts
        let parts = [
            (counts.built, "built"), (counts.cached, "from the store"), (counts.failed, "failed"),
            (counts.skipped, "skipped"), (counts.cancelled, "cancelled"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        context.host.talk("\(words.joined(separator: ", ")) in \(duration(outcome.seconds))\n")
        if let counts = context.remote?.counts { context.host.talk("remote cache: \(counts.words)\n") }
    }

    /// Returns the exit status for an outcome. If several steps failed, the first in the plan decides.
    static func status(of outcome: RunOutcome, _ plan: Plan) -> ExitStatus {
        guard let first = outcome.failures.first?.failure else {
            return outcome.succeeded ? .done : outcome.wasCancelled ? .interrupted : .buildFailed
        }
        switch first.kind {
        case .recipe: return .wrongRecipe
        case .build: return .buildFailed
        case .source: return .noSource
        case .audit: return .failedAudit
        }
    }
}

extension PlanRequest {
    /// Folders of this machine that a sandbox must show.
    var visibleFolders: [String] {
        let folders = Set(packages.flatMap(\.slices).flatMap(\.toolchain.visibleFolders)).sorted()
        return swift?.folders(besides: folders) ?? folders
    }
}
