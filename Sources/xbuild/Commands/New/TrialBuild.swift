import Actions
import Basics
import Engine
import Machine
import Planning
import Proposing
import Recipes
import Steps
import Store
import SystemPackage

/// A build of a recipe that is not in a file yet.
struct TrialBuild {
    let build: Build
    let proposal: Proposal

    private var context: BuildContext { build.context }

    /// The end of an attempt: its result, and the plan and outcome of the run.
    struct End {
        var result: Attempt.Result
        var plan: Plan
        var outcome: RunOutcome
    }

    func make(_ attempt: Attempt) async throws -> End {
        switch attempt {
        case .install: try await install()
        case .package(let target): try await package(for: target)
        }
    }

    private func install() async throws -> End {
        let (planned, work) = try await planned(for: "host")
        let package = PackageID(proposal.name, proposal.version)
        guard let index = planned.plan.steps.firstIndex(where: { $0.kind == .build && $0.package == package }) else {
            throw CommandFailure(.fault, error: "the plan has no build step for `\(proposal.name)`")
        }
        let step = StepID(index: index)
        let outcome = try await run(
            Build.Work(plan: work.plan, goals: [step], readOnly: work.readOnly), reading: [step])
        guard case .directory(let tree, _) = outcome.results[step]?.action?.outputs[PrefixLayout.built] else {
            return failure(planned.plan, outcome)
        }
        return End(result: .succeeded(try await installed(tree)), plan: planned.plan, outcome: outcome)
    }

    private func package(for target: String) async throws -> End {
        let (planned, work) = try await planned(for: target)
        let outcome = try await run(work)
        guard outcome.succeeded else { return failure(planned.plan, outcome) }
        return End(result: .succeeded(nil), plan: planned.plan, outcome: outcome)
    }

    private func planned(for target: String) async throws -> (result: Planner.Result, work: Build.Work) {
        let request = BuildRequest(recipes: [proposal.name.string], targets: [target], lock: .ignored)
        return try await Build.planned(request, in: context.holding(proposal))
    }

    /// Runs a plan and returns the outcome.
    ///
    /// - Throws: `CancellationError` if the run was interrupted: its outcome says nothing about the recipe.
    private func run(_ work: Build.Work, reading steps: [StepID] = []) async throws -> RunOutcome {
        let outcome = try await build.run(work, reading: steps)
        if outcome.wasCancelled { throw CancellationError() }
        return outcome
    }

    private func failure(_ plan: Plan, _ outcome: RunOutcome) -> End {
        let path = (outcome.failures.first?.failure).flatMap(context.failures.logPath)
        let text = path.flatMap { try? FileSystem.contents($0) } ?? []
        let lines = String(decoding: text.suffix(4 << 20), as: UTF8.self).split(whereSeparator: \.isNewline)
        let reason = context.failures.firstReason(outcome, of: plan)
        return End(result: .failed(reason: reason, log: lines.map(String.init)), plan: plan, outcome: outcome)
    }

    private func installed(_ tree: Digest) async throws -> InstalledFiles {
        let prefix = try await Directory.load(tree: tree, from: context.store)
        var files: [RelativePath: Digest] = [:]
        prefix.forEachFile { if case .file(let digest, _) = $1 { files[$0] = digest } }
        let texts = { (isWanted: (String) -> Bool) throws(StoreError) in
            var texts: [String: String] = [:]
            for (path, digest) in files where isWanted(path.string) {
                texts[path.string] = try context.store.blob(digest).map { String(decoding: $0, as: UTF8.self) }
            }
            return texts
        }
        return InstalledFiles(
            paths: files.keys.map(\.string), packages: try texts { $0.hasSuffix(".pc") },
            headers: try texts { $0.hasPrefix("include/") })
    }
}
