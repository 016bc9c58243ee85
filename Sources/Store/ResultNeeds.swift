import Actions
public import Basics
import Synchronization

/// What results need to be of use, by the digests of their actions.
private struct ResultNeeds {
    private var reach: ResultReach
    private var blobs: [Digest: [Digest]] = [:]

    init(_ store: DiskStore) { reach = ResultReach(store: store) }

    mutating func add(_ result: ActionResult, of action: Digest) throws(StoreError) {
        blobs[action] = try reach.needs(of: result)
    }

    var all: [Digest] { blobs.values.joined().uniqued() }

    /// Those of the actions that need some of these.
    func actions(needing lost: Set<Digest>) -> Set<Digest> {
        lost.isEmpty ? [] : Set(blobs.filter { !lost.isDisjoint(with: $0.value) }.keys)
    }
}

extension DiskStore {
    /// Those of the actions of which there is a result that lacks blobs. Whether their bytes are right takes reading
    /// them, see `verify`.
    public func incomplete(_ actions: [Digest]) async throws(StoreError) -> Set<Digest> {
        let parts = 4
        let found = await inParallel(Array(0..<parts), atMost: parts) { part -> Result<Set<Digest>, StoreError> in
            let own = stride(from: part, to: actions.count, by: parts).map { actions[$0] }
            do throws(StoreError) { return .success(try lacking(own)) } catch { return .failure(error) }
        }
        var all: Set<Digest> = []
        for part in found { all.formUnion(try part.get()) }
        return all
    }

    private func lacking(_ actions: [Digest]) throws(StoreError) -> Set<Digest> {
        var needs = ResultNeeds(self)
        for action in actions {
            if let result = try result(of: action) { try needs.add(result, of: action) }
        }
        return needs.actions(needing: Set(try missing(needs.all)))
    }
}

extension RemoteStore {
    /// The same; what the cache holds is not lost. One that cannot be asked holds nothing.
    public func incomplete(_ actions: [Digest]) async throws(StoreError) -> Set<Digest> {
        var needs = ResultNeeds(local)
        for action in actions {
            let known = state.withLock { $0.results[action] ?? nil }
            if let result = try local.result(of: action) ?? known { try needs.add(result, of: action) }
        }
        let asked = try local.missing(needs.all)
        return needs.actions(needing: await lost(among: asked) ?? Set(asked))
    }
}
