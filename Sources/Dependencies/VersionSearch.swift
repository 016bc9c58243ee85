// Finds a version for each package so that the ranges of all dependents hold.
//
// Packages are decided in the order in which they are met. For each, the preferred version is tried first: the locked
// one, then the recipe's default, then the newest. When a package has no version left, the search returns to the latest
// decision that contributed to the failure; it skips the decisions between, which could change nothing
// (conflict-directed backjumping; Prosser 1993). Options affect it only through the function passed to it.

import Basics
import Recipes

struct VersionSearch {
    /// The limit of tries, after which the search fails.
    static let limit = 20_000

    private let catalog: [PackageName: Recipe]
    private let preferred: [PackageName: Version]
    /// Returns the dependencies of a version of a recipe.
    private let dependencies: (Recipe, Version) -> [Dependency]

    /// All packages that were met; those before `frames.count` are decided.
    private var queue: [PackageName] = []
    private var positions: [PackageName: Int] = [:]
    private var requirements: [PackageName: [Requirement]] = [:]
    private var frames: [Frame] = []
    private var tries = 0

    private struct Requirement {
        /// Nil for a request.
        var dependent: PackageName?
        var versions: VersionRange?
    }

    /// A decision.
    private struct Frame {
        var candidates: [Version]
        /// The index of the next candidate; the candidate before it is the decision.
        var next = 0
        /// The packages to which the decision added requirements, in order.
        var added: [PackageName] = []
        /// The number of packages that were known before the decision.
        var queued: Int
        /// Earlier decisions that contributed to the failure of its candidates.
        var culprits: Set<Int>
        /// Why its first candidate failed.
        var conflict: ResolutionError?

        var version: Version { candidates[next - 1] }
    }

    /// - Parameter catalog: every recipe that any package may need.
    init(
        _ catalog: [PackageName: Recipe], preferred: [PackageName: Version],
        dependencies: @escaping (Recipe, Version) -> [Dependency]
    ) {
        self.catalog = catalog
        self.preferred = preferred
        self.dependencies = dependencies
    }

    /// Returns a version for each root and each of its transitive dependencies.
    mutating func run(_ roots: [(name: PackageName, version: Version?)]) throws(ResolutionError)
        -> [PackageName: Version]
    {
        for root in roots {
            addRequirement(
                for: root.name, Requirement(dependent: nil, versions: root.version.map(VersionRange.init(exactly:))))
        }
        while frames.count < queue.count {
            open()
            while try !advance() { try goBack() }
        }
        return Dictionary(uniqueKeysWithValues: zip(queue, frames.map(\.version)))
    }

    // MARK: Decisions

    /// Starts the decision for the next package.
    private mutating func open() {
        let name = queue[frames.count]
        let candidates = candidates(of: name)
        frames.append(
            Frame(
                candidates: candidates, queued: queue.count, culprits: dependents(of: name),
                conflict: candidates.isEmpty ? conflict(about: name) : nil))
    }

    /// Decides for the next candidate of the last package; false when none is left.
    private mutating func advance() throws(ResolutionError) -> Bool {
        let index = frames.count - 1
        while frames[index].next < frames[index].candidates.count {
            frames[index].next += 1
            tries += 1
            guard tries <= Self.limit else { throw .tooManyTries(Self.limit) }
            if add(dependenciesOf: queue[index]) { return true }
            takeBack()
        }
        return false
    }

    /// Drops the decisions after the latest one that contributed to the failure.
    private mutating func goBack() throws(ResolutionError) {
        let failed = frames.removeLast()
        guard let culprit = failed.culprits.max() else {
            throw failed.conflict ?? .tooManyTries(tries)
        }
        while frames.count > culprit + 1 {
            takeBack()
            frames.removeLast()
        }
        takeBack()
        frames[culprit].culprits.formUnion(failed.culprits.subtracting([culprit]))
        frames[culprit].conflict = frames[culprit].conflict ?? failed.conflict
    }

    /// Returns the versions that satisfy all requirements so far, the preferred one first.
    private func candidates(of name: PackageName) -> [Version] {
        guard let recipe = catalog[name] else { return [] }
        let ranges = (requirements[name] ?? []).compactMap(\.versions)
        let fitting = recipe.versions.map(\.version).filter { version in ranges.allSatisfy { $0.contains(version) } }
        let first = [preferred[name], recipe.defaultVersion].compactMap { $0 }.filter(fitting.contains)
        return first.prefix(1) + fitting.filter { $0 != first.first }.sorted(by: >)
    }

    // MARK: Requirements

    /// Adds the requirements of a package on its dependencies; false when one of them cannot be satisfied.
    private mutating func add(dependenciesOf name: PackageName) -> Bool {
        guard let recipe = catalog[name] else { return false }
        let index = frames.count - 1
        for dependency in dependencies(recipe, frames[index].version) where dependency.name != name {
            addRequirement(for: dependency.name, Requirement(dependent: name, versions: dependency.versions))
            frames[index].added.append(dependency.name)
            guard isPossible(dependency.name) else {
                let position = positions[dependency.name] ?? index
                let others = position < index ? [position] : dependents(of: dependency.name).subtracting([index])
                frames[index].culprits.formUnion(others)
                frames[index].conflict = frames[index].conflict ?? conflict(about: dependency.name)
                return false
            }
        }
        return true
    }

    private func isPossible(_ name: PackageName) -> Bool {
        let ranges = (requirements[name] ?? []).compactMap(\.versions)
        if let position = positions[name], position < frames.count - 1 {
            return ranges.allSatisfy { $0.contains(frames[position].version) }
        }
        return catalog[name]?.versions.contains { version in ranges.allSatisfy { $0.contains(version.version) } }
            ?? false
    }

    private mutating func addRequirement(for name: PackageName, _ requirement: Requirement) {
        requirements[name, default: []].append(requirement)
        guard positions[name] == nil else { return }
        positions[name] = queue.count
        queue.append(name)
    }

    /// Removes the requirements and packages that the last decision added.
    private mutating func takeBack() {
        let index = frames.count - 1
        for name in frames[index].added { requirements[name]?.removeLast() }
        frames[index].added = []
        for name in queue[frames[index].queued...] {
            positions[name] = nil
            requirements[name] = nil
        }
        queue.removeSubrange(frames[index].queued...)
    }

    /// Returns the decisions that need a package.
    private func dependents(of name: PackageName) -> Set<Int> {
        Set((requirements[name] ?? []).compactMap(\.dependent).compactMap { positions[$0] })
    }

    // MARK: Explaining

    private func conflict(about name: PackageName) -> ResolutionError {
        let demands = (requirements[name] ?? []).map { Demand(chain: chain(to: $0.dependent), versions: $0.versions) }
        return .noVersion(name, demands: demands, known: catalog[name]?.versions.map(\.version) ?? [])
    }

    /// Returns the chain from a request to a package, along the first dependent of each.
    private func chain(to name: PackageName?) -> [Demand.Dependent] {
        var chain: [Demand.Dependent] = []
        var next = name
        while let name = next, let position = positions[name], position < frames.count {
            chain.append(Demand.Dependent(name: name, version: frames[position].version))
            next = requirements[name]?.first?.dependent
        }
        return chain.reversed()
    }
}
