// The text form of a list of places: JSON with sorted keys, so that equal lists are equal bytes in an action's key.

import Foundation

extension SourceLocation {
    /// A list of places as the parameters of a fetch step.
    public static func parameters(of locations: [SourceLocation]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(locations), as: UTF8.self)
    }

    /// Reads what `parameters(of:)` wrote.
    public static func list(parameters: String) throws -> [SourceLocation] {
        try JSONDecoder().decode([SourceLocation].self, from: Data(parameters.utf8))
    }
}
