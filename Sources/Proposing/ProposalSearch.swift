public import Basics
import Recipes
public import Targets

/// The search for a recipe that builds: a state machine without side effects.
///
/// The caller makes each `attempt` and passes its result to `record`. The first attempts look for a build candidate
/// that installs archives on this machine; the next ones package the library for each target. If the log of a failed
/// attempt suggests a remedy, the proposal is changed and the attempt is repeated; during packaging, it is repeated for
/// all targets.
public struct ProposalSearch: Sendable {
    public private(set) var proposal: Proposal
    private let listing: SourceListing
    private let candidates: [BuildCandidate]
    private let targets: [ProposedTarget]
    private let host: Target
    private var state: State
    /// The number of remedies applied to the current candidate or, during packaging, since the trial build succeeded.
    private var remedies = 0
    private var lines: [String]

    private enum State {
        /// The next attempt installs this candidate on this machine.
        case installing(candidate: Int)
        /// The next attempt packages for the first target that has no result in this list.
        case packaging(InstalledFiles, [End])
        case finished(failed: [String])
        /// No candidate builds.
        case abandoned
    }

    /// The final result for one target: the reason of its failure, or nil if the package was built.
    private struct End {
        var word: String
        var reason: String?
    }

    private static let mostRemedies = 6

    /// - Parameters:
    ///   - version: the version in the source's name; nil to use the version in its build files.
    ///   - known: libraries that have recipes.
    public init(
        _ name: PackageName, from source: ProposedSource, version: Version?, homepage: String?,
        listing: SourceListing, known: [KnownLibrary], for targets: [ProposedTarget], host: Target
    ) throws(ProposingError) {
        let (proposal, choices) = try Proposal.read(
            name, from: source, version: version, homepage: homepage, listing: listing)
        self.proposal = proposal
        self.listing = listing
        self.targets = targets
        self.host = host
        let others = known.filter { $0.recipe != name.string }
        candidates = BuildCandidate.all(for: listing, library: name.string)
            .map { $0.asking(among: others, listing: listing) }
        state = .abandoned
        lines = choices.map(\.description)
        tryCandidate(0)
    }

    /// The next attempt; nil when the search is over.
    public var attempt: Attempt? {
        get throws(ProposingError) {
            switch state {
            case .installing: .install
            case .packaging(_, let ends): .package(target: targets[ends.count].word)
            case .finished: nil
            case .abandoned: if candidates.isEmpty { throw .noBuildSystem } else { nil }
            }
        }
    }

    /// The targets for which the proposal does not build; nil while the search is running, or when no candidate builds
    /// on this machine.
    public var failedTargets: [String]? {
        if case .finished(let failed) = state { failed } else { nil }
    }

    /// Returns the messages for the user since the last call: decisions with their reasons, and results for targets.
    public mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// The effect of an attempt's result on the search.
    public enum Verdict: Hashable, Sendable {
        case accepted
        /// A remedy changed the proposal; the attempt must be repeated.
        case remedied
        /// There is no remedy for the failure.
        case rejected
    }

    /// Records the result of the current `attempt`, and returns its effect.
    public mutating func record(_ result: Attempt.Result) throws(ProposingError) -> Verdict {
        switch (state, result) {
        case (.installing(let candidate), .succeeded(let installed)):
            guard let installed, !installed.libraries(of: proposal.name.string).isEmpty else {
                reject(candidate, "it installs no archive")
                return .accepted
            }
            report(try proposal.complete(from: installed))
            remedies = 0
            package(installed, [])
            return .accepted
        case (.installing(let candidate), .failed(let reason, let log)):
            if applyRemedy(for: log, nil) { return .remedied }
            reject(candidate, reason)
            return .rejected
        case (.packaging(let installed, let ends), .succeeded):
            package(installed, ends + [End(word: targets[ends.count].word)])
            return .accepted
        case (.packaging(let installed, let ends), .failed(let reason, let log)):
            if applyRemedy(for: log, installed) {
                package(installed, [])
                return .remedied
            }
            package(installed, ends + [End(word: targets[ends.count].word, reason: reason)])
            return .rejected
        case (.finished, _), (.abandoned, _): return .accepted
        }
    }

    // MARK: Transitions

    private mutating func tryCandidate(_ index: Int) {
        guard index < candidates.count else { return state = .abandoned }
        report(candidates[index].choices)
        proposal.build = candidates[index].build
        remedies = 0
        state = .installing(candidate: index)
    }

    private mutating func reject(_ candidate: Int, _ reason: String) {
        let system = candidates[candidate].build.system.rawValue
        lines.append("\(system): does not build on this machine: \(reason)")
        tryCandidate(candidate + 1)
    }

    private mutating func applyRemedy(for log: [String], _ installed: InstalledFiles?) -> Bool {
        guard remedies < Self.mostRemedies,
            let remedy = Remedy.find(
                for: Symptom.all(in: log), of: proposal, listing: listing, installed: installed)
        else { return false }
        remedies += 1
        proposal = remedy.proposal
        report([remedy.choice])
        return true
    }

    private mutating func package(_ installed: InstalledFiles, _ ends: [End]) {
        guard ends.count == targets.count else { return state = .packaging(installed, ends) }
        lines += ends.map { end in "\(end.word): " + (end.reason.map { "failed: \($0)" } ?? "built") }
        let failed = ends.filter { $0.reason != nil }.map(\.word)
        report(proposal.promise(targets, without: Set(failed), host: host))
        state = .finished(failed: failed)
    }

    private mutating func report(_ choices: [Choice]) { lines += choices.map(\.description) }
}
