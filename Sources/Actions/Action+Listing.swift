// Servers choose workers by platform properties, and some refuse an action with an unknown property. So only properties
// of the API's lexicon keep their names. All others, such as the digest of each tool and file of a toolchain, become
// one property, `toolchain`: the digest of a listing of them. A worker that has those tools can be configured with that
// one value.

import Basics

extension Action {
    /// The properties that keep their names: those of the Remote Execution API's "Platform Lexicon".
    static let plainProperties: Set<String> = ["ISA", "OSFamily"]
    static let listingProperty = "toolchain"

    /// The listing of all other properties, `NAME`, a tab, `VALUE` and a line end each, sorted; nil when there are
    /// none. The action's message names it by its digest.
    public var listing: [UInt8]? {
        let listed = platform.filter { !Self.plainProperties.contains($0.key) }
        return Self.listing(listed.sortedByBytes.map { ($0.key, $0.value) })
    }

    static func listing(_ pairs: [(String, String)]) -> [UInt8]? {
        pairs.isEmpty ? nil : Array(pairs.map { "\($0.0)\t\($0.1)\n" }.joined().utf8)
    }

    /// Reads a listing. A malformed line gives an action whose digest differs from that of its message.
    static func pairs(inListing bytes: [UInt8]) -> [(String, String)] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let words = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (words[0], words.count > 1 ? words[1] : "")
        }
    }
}
