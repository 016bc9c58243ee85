import Foundation

extension Encodable {
    /// Returns JSON text that ends with a line feed. Keys are sorted by name, so equal values give equal text in every
    /// process.
    ///
    /// - Parameter indented: whether to write several lines, for people, in place of one.
    public func jsonText(indented: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if indented { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
