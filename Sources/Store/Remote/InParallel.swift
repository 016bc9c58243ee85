/// Calls `work` for all items, at most `limit` at a time, and returns the results in any order.
public func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], atMost limit: Int, _ work: @escaping @Sendable (Item) async -> Result
) async -> [Result] {
    await withTaskGroup(of: Result.self) { group in
        var results: [Result] = []
        results.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            if index >= limit, let result = await group.next() { results.append(result) }
            group.addTask { await work(item) }
        }
        for await result in group { results.append(result) }
        return results
    }
}
