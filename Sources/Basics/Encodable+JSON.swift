import Foundation

extension Encodable {
    /// JSON ended with a line feed, the same for the same value in any process: keys sorted by name.
    ///
    /// - Parameter indented: on many lines, for people; else on one.
    public func jsonText(indented: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if indented { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
