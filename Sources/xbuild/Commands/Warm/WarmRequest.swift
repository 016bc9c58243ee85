/// The work that `xbuild warm` is asked for, before anything is looked up.
struct WarmRequest: Sendable {
    /// `NAME` or `NAME@VERSION`; nil for all recipes that can be built here.
    var recipes: [String]?
    /// Groups, names and triples; empty for each recipe's default.
    var targets: [String] = []
    var lock = LockUse.preferred
    /// Nil for the whole work.
    var shard: Shard?
    /// The summary of an earlier run, by whose durations shards are balanced. Absolute.
    var durations: String?

    func build(_ recipes: [String]) -> BuildRequest { BuildRequest(recipes: recipes, targets: targets, lock: lock) }
}
