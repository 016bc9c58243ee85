import ArgumentParser

/// `1,10,100`: numbers of workers.
struct WorkerCounts: Hashable, Sendable, ExpressibleByArgument {
    /// Each knows which outputs it holds: more would take more memory than they tell.
    static let most = 4096

    var counts: [Int]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        counts = words.compactMap { Int($0) }.filter { (1...Self.most).contains($0) }
        guard counts.count == words.count else { return nil }
    }
}
