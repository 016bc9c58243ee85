import Actions
import Basics

/// What is known in a run of results whose blobs the store has lost. A step is repaired once: if the store loses its
/// blobs again, something is wrong with the store.
struct Repair: Sendable {
    private let check: ResultCheck
    /// Steps whose stored results are not believed.
    private var distrusted: Set<StepID>
    private var repaired: Set<StepID> = []
    /// Steps that have been tried once more although nothing was found wrong.
    private var retried: Set<StepID> = []
    private let asked: Set<StepID>

    init(check: ResultCheck, distrusted: Set<StepID>) {
        self.check = check
        self.distrusted = distrusted
        asked = distrusted
    }

    /// Whether a stored result of a step may be used. One that the caller wants rebuilt may not; one that was found
    /// incomplete may, when another xbuild has repaired it meanwhile.
    func trusts(_ result: ActionResult, of id: StepID) async throws(EngineError) -> Bool {
        guard distrusted.contains(id) else { return true }
        return asked.contains(id) ? false : try await check.isComplete(result)
    }

    /// Whether a step's result must be made anew, whoever knows one.
    func distrusts(_ id: StepID) -> Bool { distrusted.contains(id) }

    mutating func wasRebuilt(_ id: StepID) { distrusted.remove(id) }

    /// Those of the results that lack blobs.
    func incomplete(_ results: [(StepID, ActionResult?)]) async throws(EngineError) -> [StepID] {
        var lost: [StepID] = []
        for (id, result) in results {
            if let result, try await !check.isComplete(result) { lost.append(id) }
        }
        return lost
    }

    /// Whether `id`, which found a blob missing, can go on after the steps in `lost` have run again. When nothing was
    /// found wrong another step may have had it repaired in the meantime: then it is tried once more.
    mutating func mayRepair(_ id: StepID, _ lost: [StepID], isBeingRepaired: Bool) -> Bool {
        if lost.isEmpty { return isBeingRepaired || retried.insert(id).inserted }
        defer {
            repaired.formUnion(lost)
            distrusted.formUnion(lost)
        }
        return repaired.isDisjoint(with: lost)
    }
}
