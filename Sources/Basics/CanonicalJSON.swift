/// JSON that is equal for equal values, in any process: keys sorted by name, no dates, no floating point.
public enum CanonicalJSON {
    /// Returns one line, for parameters.
    public static func line(of value: some Encodable) -> String {
        do {
            return try CanonicalEncoder.line(of: value)
        } catch {
            preconditionFailure("cannot encode \(type(of: value)): \(error)")
        }
    }

    /// Returns indented text that ends with a line feed, for people.
    public static func document(of value: some Encodable) -> String {
        do {
            return try value.jsonText()
        } catch {
            // Only numbers that are not finite fail, and no type of this module has floating point.
            preconditionFailure("cannot encode \(type(of: value)): \(error)")
        }
    }
}
