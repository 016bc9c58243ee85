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

    func run() async throws -> ExitStatus {
        let prepared = try await Preparation(workshop: workshop, request: request).planRequest()
        let planned = try Self.planned(prepared)
        var outcome = try await execute(planned, readOnly: prepared.visibleFolders)
        if let lost = try await deliver(planned, outcome) {
            // The store has lost a part of a finished package: that package is composed again.
            outcome = try await execute(planned, readOnly: prepared.visibleFolders, rebuild: [lost])
            _ = try await deliver(planned, outcome)
        }
        try? workshop.digests.save()
        recorder.finish()
        FailureTeller(workshop: workshop).tell(outcome, of: planned.plan)
        tellSummary(outcome)
        return Self.status(of: outcome, planned.plan)
    }

    static func planned(_ request: PlanRequest) throws -> Planner.Result {
        do {
            return try Planner.plan(request)
        } catch {
            throw CommandFailure(.wrongRecipe, error: "\(error)", hint: error.hint)
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
            recorder.finish()
            throw CommandFailure(.fault, error: "\(error)")
        }
    }

    /// Puts the folders of all packages in place whose gates were passed, and names them on standard output.
    ///
    /// - Returns: the step whose result the store no longer holds whole; nil when all went well.
    private func deliver(_ planned: Planner.Result, _ outcome: RunOutcome) async throws -> StepID? {
        for package in planned.packages {
            guard package.gates.allSatisfy({ outcome.results[$0]?.action != nil }),
                case .directory(let tree, _) = outcome.results[package.dist]?.action?.outputs[package.output]
            else { continue }
            let dist = DistFolder(path: output, name: package.folder, store: workshop.store)
            guard try await dist.deliver(tree: tree) else { return package.dist }
            workshop.host.out(workshop.host.shortened("\(output)/\(package.folder)") + "\n")
        }
        return nil
    }

    private func tellSummary(_ outcome: RunOutcome) {
        let counts = outcome.counts
        let parts = [
            (counts.built, "built"), (counts.cached, "from the store"), (counts.failed, "failed"),
            (counts.skipped, "skipped"), (counts.cancelled, "cancelled"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        workshop.host.talk("\(words.joined(separator: ", ")) in \(duration(outcome.seconds))\n")
    }

    /// Of several failures the one that stands first in the plan decides.
    private static func status(of outcome: RunOutcome, _ plan: Plan) -> ExitStatus {
        let failures = outcome.results.sorted { $0.key < $1.key }.compactMap { _, result -> StepFailure? in
            if case .failed(let failure) = result { failure } else { nil }
        }
        guard let first = failures.first else {
            return outcome.succeeded ? .done : outcome.wasCancelled ? .interrupted : .buildFailed
        }
        switch first.kind {
        case .build: return .buildFailed
        case .source: return .noSource
        case .audit: return .failedAudit
        }
    }
}

extension PlanRequest {
    /// Folders of the machine that a sandbox must show.
    var visibleFolders: [String] {
        Set(packages.flatMap(\.slices).flatMap(\.toolchain.visibleFolders)).sorted()
    }
}
