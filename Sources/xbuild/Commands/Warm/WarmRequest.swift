/// The request of `xbuild warm`, before any lookup.
struct WarmRequest: Sendable {
    /// `NAME` or `NAME@VERSION`; nil for all recipes that can be built here.
    var recipes: [String]?
    /// Groups, names and triples; empty for the default targets of each recipe.
    var targets: [String] = []
    var lock = LockUse.preferred
    /// The part of the work to do; nil for all of it.
    var shard: Shard?
    /// The absolute path of an earlier run's summary, whose durations balance the shards.
    var durations: String?

    func build(_ recipes: [String]) -> BuildRequest { BuildRequest(recipes: recipes, targets: targets, lock: lock) }
}
