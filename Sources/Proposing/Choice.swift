/// A decision about a recipe and its reason: one line for a user.
public struct Choice: Hashable, Sendable, CustomStringConvertible {
    /// The subject of the decision: `license`, `build system`.
    public let what: String
    public let value: String
    public let reason: String

    public init(_ what: String, _ value: String, _ reason: String) {
        self.what = what
        self.value = value
        self.reason = reason
    }

    public var description: String { "\(what): \(value) (\(reason))" }
}
