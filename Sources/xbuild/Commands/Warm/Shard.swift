import ArgumentParser

/// `2/5`: the second of five parts.
struct Shard: Hashable, Sendable, ExpressibleByArgument {
    var index: Int
    var count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], count <= 256,
            (1...max(1, count)).contains(index)
        else { return nil }
        (self.index, self.count) = (index, count)
    }
}
