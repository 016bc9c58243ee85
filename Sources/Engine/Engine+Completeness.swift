import Actions

extension Engine {
    /// The steps of a run whose results the store no longer holds whole: what to rebuild when an output could not be
    /// read. Walks every tree that the results name.
    public func incomplete(_ outcome: RunOutcome) async throws(EngineError) -> Set<StepID> {
        let check = ResultCheck(store: store, load: load)
        var lost: Set<StepID> = []
        for (id, result) in outcome.results {
            if let action = result.action, try await !check.isComplete(action) { lost.insert(id) }
        }
        return lost
    }
}
