/// Bounds on trees from other programs: far above any real tree, and low enough to limit the cost of a hostile one.
extension Directory {
    /// The largest depth of nested folders.
    public static let maximumDepth = 256
    /// The largest number of entries of a tree. Shared folders count once per occurrence.
    public static let maximumNodes = 4_000_000
}
