/// Bounds on trees that come from elsewhere. Far above any real one, and low enough that a hostile tree costs little.
extension Directory {
    /// How many folders may stand in one another: no file system takes paths of more components in one call.
    public static let maximumDepth = 256
    /// How many entries a tree may have, shared folders counted as often as they stand there.
    public static let maximumNodes = 4_000_000
}
