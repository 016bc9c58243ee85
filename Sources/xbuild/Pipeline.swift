import Actions
import Engine
import Planning
import Store
import SystemPackage
import Toolchains

/// What `xbuild recipe` does, step by step: the table of contents of the program.
struct Pipeline: Sendable {
    let workshop: Workshop
    let request: BuildRequest
    let options: Engine.Options
    /// The folder that gets a `NAME-VERSION` for each package, absolute.
    let output: String
    let recorder: Recorder
    /// Whether package folders that a person changed are replaced.
    var replacesChanged = false

    func run() async throws -> ExitStatus {
        let (planned, outcome, delivery) = try await made()
        try? workshop.digests.save()
        let said = Result { try delivery.folders.forEach { try workshop.host.out(workshop.host.shortened($0) + "\n") } }
        FailureTeller(workshop: workshop).tell(outcome, of: planned.plan)
        tellSummary(outcome)
        tellRefused(planned, outcome)
        if let failure = delivery.failure { throw failure }
        try said.get()
        return Self.status(of: outcome, planned.plan)
    }

    /// All that takes time: what comes after it only tells.
    private func made() async throws -> (Planner.Result, RunOutcome, Delivery) {
        defer { recorder.finish() }
        return try await workshop.leased {
            var (planned, outcome, delivery) = try await built(request)
            if let rest = partial(planned, outcome) {
                let first = outcome
                (planned, outcome, delivery) = try await built(rest)
                outcome = outcome.crediting(first)
            }
            try await workshop.finishRemote()
            return (planned, outcome, delivery)
        }
    }

    /// Plans a request, runs the plan and puts in place what came of it.
    private func built(_ request: BuildRequest) async throws -> (Planner.Result, RunOutcome, Delivery) {
        var prepared = try await Preparation(workshop: workshop, request: request).planRequest()
        prepared.runsTests = request.runsTests
        let planned = try Self.planned(prepared)
        tellUntested(planned)
        let (outcome, delivery) = try await produce(planned, readOnly: prepared.visibleFolders)
        return (planned, outcome, delivery)
    }

    static func planned(_ request: PlanRequest) throws -> Planner.Result {
        do {
            return try Planner.plan(request)
        } catch {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
        }
    }

    /// Runs the plan and puts its packages in place.
    private func produce(_ planned: Planner.Result, readOnly: [String]) async throws -> (RunOutcome, Delivery) {
        let outcome = try await execute(planned, readOnly: readOnly)
        let delivery = try await deliver(planned, outcome)
        guard !delivery.lost.isEmpty else { return (outcome, delivery) }
        // The store has lost parts of finished packages: what left them runs again.
        // A cache on another machine that lost one blob is not asked for all the others.
        let lost = workshop.remote == nil ? try await incomplete(outcome).union(delivery.lost) : delivery.lost
        let again = try await execute(planned, readOnly: readOnly, rebuild: lost)
        var repaired = try await deliver(planned, again)
        if !repaired.lost.isEmpty, repaired.failure == nil {
            repaired.failure = CommandFailure(
                .fault, error: "the store `\(workshop.store.path)` loses what is put into it")
        }
        return (outcome.followed(by: again, remaking: lost), repaired)
    }

    private func incomplete(_ outcome: RunOutcome) async throws -> Set<StepID> {
        do {
            return try await workshop.engine.incomplete(outcome)
        } catch {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    private func execute(
        _ planned: Planner.Result, readOnly: [String], rebuild: Set<StepID> = []
    ) async throws -> RunOutcome {
        var options = options
        options.rebuild = rebuild
        options.readOnly = readOnly.map { FilePath($0) }
        do {
            return try await workshop.engine.run(
                planned.plan, goals: planned.goals, options: options, report: recorder.record)
        } catch {
            throw CommandFailure(.fault, error: "\(error)", hint: error.hint)
        }
    }

    /// A line for each package and obstacle, with all its targets.
    private func tellUntested(_ planned: Planner.Result) {
        let groups = Dictionary(grouping: planned.untested) { "\($0.package): \($0.obstacle)" }
        for group in groups.sorted(by: { $0.key < $1.key }).map(\.value) {
            let targets = group.map { "`\($0.target)`" }.joined(separator: ", ")
            workshop.host.talk(
                "note: the tests of \(group[0].package) are not run for \(targets): \(group[0].obstacle)\n")
        }
    }

    private func tellSummary(_ outcome: RunOutcome) {
        let counts = outcome.counts
        let parts = [
            (counts.built, "built"), (counts.cached, "from the store"), (counts.failed, "failed"),
            (counts.skipped, "skipped"), (counts.cancelled, "cancelled"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        workshop.host.talk("\(words.joined(separator: ", ")) in \(duration(outcome.seconds))\n")
        if let counts = workshop.remote?.counts { workshop.host.talk("remote cache: \(counts.words)\n") }
    }

    /// Of several failures the one that stands first in the plan decides.
    static func status(of outcome: RunOutcome, _ plan: Plan) -> ExitStatus {
        let failures = outcome.results.sorted { $0.key < $1.key }.compactMap { _, result -> StepFailure? in
            if case .failed(let failure) = result { failure } else { nil }
        }
        guard let first = failures.first else {
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
    /// Folders of the machine that a sandbox must show.
    var visibleFolders: [String] {
        let folders = Set(packages.flatMap(\.slices).flatMap(\.toolchain.visibleFolders)).sorted()
        return swift?.folders(besides: folders) ?? folders
    }
}
