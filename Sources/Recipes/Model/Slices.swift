/// Whether the targets of a universal archive are built one by one.
public enum Slices: String, CaseIterable, Hashable, Sendable, Codable {
    /// One configure run per target.
    case separate
    /// One configure run with several `-arch`, as classic scripts do. All targets share its results.
    case together
}
