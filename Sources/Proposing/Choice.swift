/// A decision about a proposed recipe, with its reason. The description is one line for a user.
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
