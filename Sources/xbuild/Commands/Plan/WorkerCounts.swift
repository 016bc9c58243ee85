import ArgumentParser

/// `1,10,100`: numbers of workers.
struct WorkerCounts: Hashable, Sendable, ExpressibleByArgument {
    /// The simulation keeps a set of outputs for each worker, so the number is limited by memory.
    static let most = 4096

    var counts: [Int]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        counts = words.compactMap { Int($0) }.filter { (1...Self.most).contains($0) }
        guard counts.count == words.count else { return nil }
    }
}
