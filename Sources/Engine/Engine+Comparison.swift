public import Actions
import Basics
public import Store

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
        let byKind = Dictionary(grouping: known, by: \.kind)
        var comparisons: [StepID: StepComparison] = [:]
        try await forEachKnownTask(of: plan, schedule) { (task, result) async in
            let action = KnownAction(task)
            let nearest = action.nearest(in: byKind[action.kind] ?? [])
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
        self.init(
            title: task.step.title, target: task.step.target, package: task.step.package, key: task.key,
            description: task.action.explanation)
    }

    /// What steps of the same kind share, whatever the version and the target: the words before the version.
    fileprivate var kind: String { title.split(separator: " ").dropLast().joined(separator: " ") }

    private func isSameStep(as other: KnownAction) -> Bool {
        title == other.title && target == other.target && package == other.package
    }

    fileprivate func nearest(in others: [KnownAction]) -> KnownAction? {
        if let same = others.first(where: { $0.key == key }) ?? others.first(where: isSameStep) { return same }
        // The same target in another version says more than another target.
        let candidates = others.contains { $0.target == target } ? others.filter { $0.target == target } : others
        return candidates.min { distance(to: $0) < distance(to: $1) }
    }

    private func distance(to other: KnownAction) -> Int { description.difference(from: other.description).count }
}
