extension Sequence where Element: Hashable {
    /// Each element once, where it stands first.
    public func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }

    /// Each element once, where it stands last: a library stands behind all that need it.
    public func uniquedKeepingLast() -> [Element] {
        reversed().uniqued().reversed()
    }
}
