extension Encodable {
    /// Returns JSON text that ends with a line feed. Members are sorted by name, so equal values give equal text in every
    /// process.
    ///
    /// - Parameter indented: whether to write several lines, for people, in place of one.
    /// - Throws: for a number that is not finite, and the errors of the value itself.
    public func jsonText(indented: Bool = true) throws -> String {
        let value = try JSONValueEncoder.value(of: self)
        return (indented ? value.document : value.line) + "\n"
    }
}

/// Encodes values that always have a JSON form: they contain no floating-point numbers, and their encoding throws no
/// errors.
public enum CanonicalJSON {
    /// Returns one line, for the parameters of built-in steps.
    public static func line(of value: some Encodable) -> String { Self.value(of: value).line }

    /// Returns indented text that ends with a line feed, for people.
    public static func document(of value: some Encodable) -> String { Self.value(of: value).document + "\n" }

    /// Returns the JSON value, with members in the order of their names' bytes.
    public static func value(of value: some Encodable) -> JSONValue {
        do {
            return try JSONValueEncoder.value(of: value)
        } catch {
            preconditionFailure("cannot encode \(type(of: value)): \(error)")
        }
    }
}
