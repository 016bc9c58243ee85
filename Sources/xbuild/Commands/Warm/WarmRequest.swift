/// The request of `xbuild warm`, before any lookup.
struct WarmRequest: Sendable {
    /// `NAME` or `NAME@VERSION`; nil for all recipes that can be built here.
    var recipes: [String]?
    /// Groups, names and triples; empty for each recipe's default.
    var targets: [String] = []
    var lock = LockUse.preferred
    /// Nil for the whole work.
    var shard: Shard?
    /// The absolute path of an earlier run's summary, whose durations balance the shards.
    var durations: String?

    func build(_ recipes: [String]) -> BuildRequest { BuildRequest(recipes: recipes, targets: targets, lock: lock) }
}
