/// The results of `work` for all items, in any order, with at most `limit` calls at a time.
public func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], atMost limit: Int, _ work: @escaping @Sendable (Item) async -> Result
) async -> [Result] {
    await withTaskGroup(of: Result.self) { group in
        var rest = items[...]
        for _ in 0..<max(1, limit) {
            if let item = rest.popFirst() { group.addTask { await work(item) } }
        }
        var results: [Result] = []
        results.reserveCapacity(items.count)
        while let result = await group.next() {
            results.append(result)
            if let item = rest.popFirst() { group.addTask { await work(item) } }
        }
        return results
    }
}
