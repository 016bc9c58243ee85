/// Whether the targets of a universal archive are built one by one.
public enum Slices: String, CaseIterable, Hashable, Sendable, Codable {
    /// One configure run per target.
    case separate
    /// One configure run with several `-arch` flags, as in classic scripts. Its results apply to all targets.
    case together
}
