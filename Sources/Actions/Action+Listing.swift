// Servers choose workers by platform properties, and some refuse an action with an unknown property. So only properties
// of the API's lexicon keep their names. All others, such as the digest of each tool and file of a toolchain, are
// combined into one property, `toolchain`: its value is the digest of a listing of them. A worker that has those tools
// can be configured with that one value.

import Basics

extension Action {
    /// The properties that keep their names: those of the Remote Execution API's "Platform Lexicon".
    static let plainProperties: Set<String> = ["ISA", "OSFamily"]
    static let listingProperty = "toolchain"

    /// The listing of all other properties, sorted: for each one `NAME`, a tab, `VALUE` and a line feed. Nil when there
    /// are none. The action's message contains the listing's digest.
    public var listing: [UInt8]? {
        let listed = platform.filter { !Self.plainProperties.contains($0.key) }
        return Self.listing(listed.sortedByBytes.map { ($0.key, $0.value) })
    }

    static func listing(_ pairs: [(String, String)]) -> [UInt8]? {
        pairs.isEmpty ? nil : Array(pairs.map { "\($0.0)\t\($0.1)\n" }.joined().utf8)
    }

    /// Returns the names and values in a listing. Malformed lines are not rejected here: with them, the action encodes
    /// to another listing, and `init(action:command:root:listing:)` throws.
    static func pairs(inListing bytes: [UInt8]) -> [(String, String)] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let words = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (words[0], words.count > 1 ? words[1] : "")
        }
    }
}
