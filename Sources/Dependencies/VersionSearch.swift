// Finds a version for each package that is in the ranges of all its dependents.
//
// The search chooses versions for packages in the order in which it finds them. For each package, it tries the locked
// version first or, if that does not fit, the recipe's default; then the other versions, the newest first. When a
// package has no version left, the search returns to the latest decision that contributed to the failure; it skips
// later decisions, which could not avoid the failure (conflict-directed backjumping; Prosser 1993). Options affect the
// search only through the function `dependencies`.

import Basics
import Recipes

struct VersionSearch {
    /// The limit of tries, after which the search fails.
    static let limit = 20_000

    private let catalog: [PackageName: Recipe]
    private let preferred: [PackageName: Version]
    /// Returns the dependencies of a version of a recipe.
    private let dependencies: (Recipe, Version) -> [Dependency]

    /// All packages that were found. The first `frames.count` of them have a decision.
    private var queue: [PackageName] = []
    private var positions: [PackageName: Int] = [:]
    private var requirements: [PackageName: [Requirement]] = [:]
    private var frames: [Frame] = []
    private var tries = 0

    private struct Requirement {
        /// The package that has the requirement; nil for the request itself.
        var dependent: PackageName?
        var versions: VersionRange?
    }

    /// The choice of a version for one package.
    private struct Frame {
        var candidates: [Version]
        /// The index of the next candidate; the candidate before it is the decision.
        var next = 0
        /// The packages to which the decision added requirements, in order.
        var added: [PackageName] = []
        /// The number of packages in `queue` before the decision.
        var queued: Int
        /// The indices of earlier decisions that contributed to the failure of this decision's candidates.
        var culprits: Set<Int>
        /// The error of the first candidate that failed.
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

    /// Chooses the next possible candidate of the last package. Returns false when none is left.
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

    /// Adds the requirements of a package on its dependencies. Returns false when one of them cannot be satisfied.
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

    /// Returns the indices of the decisions whose packages depend on a package.
    private func dependents(of name: PackageName) -> Set<Int> {
        Set((requirements[name] ?? []).compactMap(\.dependent).compactMap { positions[$0] })
    }

    // MARK: Explaining

    private func conflict(about name: PackageName) -> ResolutionError {
        let demands = (requirements[name] ?? []).map { Demand(chain: chain(to: $0.dependent), versions: $0.versions) }
        return .noVersion(name, demands: demands, known: catalog[name]?.versions.map(\.version) ?? [])
    }

    /// Returns the chain from a request to a package, following the first dependent of each package.
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
