/// Whether targets that a universal archive joins are built one by one.
public enum Slices: String, CaseIterable, Hashable, Sendable, Codable {
    /// A configure run a target.
    case separate
    /// One configure run with several `-arch`, as classic scripts do. It gives one set of answers for all of them.
    case together
}
