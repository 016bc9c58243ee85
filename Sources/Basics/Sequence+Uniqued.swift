extension Sequence where Element: Hashable {
    /// Returns each element once, at its first place.
    public func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }

    /// Returns each element once, at its last place. In a list of libraries, each library then stays after all
    /// libraries that need it.
    public func uniquedKeepingLast() -> [Element] {
        reversed().uniqued().reversed()
    }
}
