public import Actions
import Basics
public import Store
import Targets

extension Engine {
    /// Compares each action of a plan with the nearest known action: that of the same step, otherwise the action of the
    /// same kind of step with the fewest differences. Steps whose keys depend on outputs of steps that must run are
    /// left out. Runs no step.
    ///
    /// - Parameter others: a store that may have folders which the engine's store lacks.
    public func compare(
        _ plan: Plan, goals: Set<StepID>? = nil, with known: [KnownAction], others: any BlobStore
    ) async throws(EngineError) -> [StepComparison] {
        let schedule = try Schedule(plan, goals: goals)
        let (store, load) = (store, load)
        let anywhere: FolderLoader = { (digest) async throws(StoreError) in
            if try await store.missing([digest]).isEmpty { return try await load(digest) }
            return try await Directory.read(digest, from: others)
        }
        let groups = Dictionary(grouping: known) { KnownAction.Group($0.step) }
        var comparisons: [StepID: StepComparison] = [:]
        try await forEachKnownTask(of: plan, schedule) { (task, result) async in
            let action = KnownAction(task)
            let nearest = action.nearest(in: groups[KnownAction.Group(action.step)] ?? [])
            var difference = FolderDifference(load: anywhere)
            if let nearest { await difference.expand(action.description.difference(from: nearest.description)) }
            var comparison = StepComparison(
                action: action, isStored: result != nil, nearest: nearest, changes: difference.changes)
            for change in difference.changes {
                guard case .input(let path, _, _) = change else { continue }
                comparison.words[path] = await change.words { digest in
                    if let text = task.step.text(digest) { return text }
                    if let text = try? await store.blob(digest) { return text }
                    return try? await others.blob(digest)
                }
            }
            comparisons[task.id] = comparison
        }
        return comparisons.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension KnownAction {
    init(_ task: StepTask) {
        self.init(step: task.step.identity, key: task.key, description: task.action.explanation)
    }

    /// The properties that two steps must share to be compared; their versions and targets may differ.
    fileprivate struct Group: Hashable {
        var kind: StepKind
        var package: PackageName?

        init(_ step: StepIdentity) {
            (kind, package) = (step.kind, step.package?.name)
            switch kind {
            case .fetchPart(let name, _, let family): kind = .fetchPart(name: name, version: "", for: family)
            case .makeSysroot(let platform, _): kind = .makeSysroot(platform, version: OSVersion(0))
            case .makeGlibc: kind = .makeGlibc(version: OSVersion(0))
            case .compileGlibc: kind = .compileGlibc(version: OSVersion(0))
            default: break
            }
        }
    }

    fileprivate func nearest(in others: [KnownAction]) -> KnownAction? {
        if let same = others.first(where: { $0.key == key }) ?? others.first(where: { $0.step == step }) { return same }
        // Another version for the same targets is nearer than an action for other targets.
        let related = others.filter { $0.step.targets == step.targets }
        let candidates = related.isEmpty ? others : related
        return candidates.min { distance(to: $0) < distance(to: $1) }
    }

    private func distance(to other: KnownAction) -> Int { description.difference(from: other.description).count }
}
