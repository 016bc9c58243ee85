import Basics

/// JSON that is the same for the same value, in any process: keys sorted by name, no dates, no floating point.
public enum CanonicalJSON {
    /// One line, for parameters.
    public static func line(of value: some Encodable) -> String {
        do {
            return try CanonicalEncoder.line(of: value)
        } catch {
            preconditionFailure("cannot encode \(type(of: value)): \(error)")
        }
    }

    /// Indented and ended with a line feed, for people.
    static func document(of value: some Encodable) -> String {
        do {
            return try value.jsonText()
        } catch {
            // Only numbers that are not finite fail, and no type of this module holds floating point.
            preconditionFailure("cannot encode \(type(of: value)): \(error)")
        }
    }
}
