public import Actions
import Basics
public import Store
import Targets

extension Engine {
    /// Compares the actions of a plan with known ones, each with the nearest: the same step, else the one of the same
    /// kind that differs in least. Steps whose keys hang on what earlier ones leave are not among them. Runs nothing.
    ///
    /// `others` is a store that may hold folders which this one has not.
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
        self.init(task.step.identity, key: task.key, description: task.action.explanation)
    }

    /// What steps share that are compared with one another, whatever the version and the targets.
    fileprivate struct Group: Hashable {
        var kind: StepKind
        var package: PackageName?

        init(_ step: StepIdentity) {
            (kind, package) = (step.kind, step.package?.name)
            if case .fetchWheel(let name, _) = kind { kind = .fetchWheel(name: name, version: "") }
            if case .makeSysroot(let platform, _) = kind { kind = .makeSysroot(platform, version: OSVersion(0)) }
        }
    }

    fileprivate func nearest(in others: [KnownAction]) -> KnownAction? {
        if let same = others.first(where: { $0.key == key }) ?? others.first(where: { $0.step == step }) { return same }
        // The same target in another version says more than another target.
        let related = others.filter { $0.step.targets == step.targets }
        let candidates = related.isEmpty ? others : related
        return candidates.min { distance(to: $0) < distance(to: $1) }
    }

    private func distance(to other: KnownAction) -> Int { description.difference(from: other.description).count }
}
