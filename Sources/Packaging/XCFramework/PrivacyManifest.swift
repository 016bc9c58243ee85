import Basics
import ObjectFiles

/// `PrivacyInfo.xcprivacy`: what a library does that Apple wants to be told of.
///
/// A static library gathers nothing and tracks nobody by itself; what matters are the functions that need a reason.
/// What the recipe says counts; kinds that it does not speak of are proposed from the symbols that the archive refers
/// to, with the reasons left open: only a person knows why.
struct PrivacyManifest {
    /// Reasons by kind, as the recipe has them.
    var answers: [RequiredReason: [String]]
    /// The symbols that were found, by the kind that they stand for.
    var found: [RequiredReason: Set<String>]

    /// The kinds that need a person's answer.
    var open: [RequiredReason] { RequiredReason.allCases.filter { found[$0] != nil && answers[$0] == nil } }

    var text: String {
        let kinds = RequiredReason.allCases.filter { answers[$0] != nil || found[$0] != nil }
        return PropertyList.dictionary([
            "NSPrivacyAccessedAPITypes": .array(kinds.map(entry)), "NSPrivacyCollectedDataTypes": .array([]),
            "NSPrivacyTracking": .bool(false), "NSPrivacyTrackingDomains": .array([]),
        ]).document(comment: open.map { "  \(question(about: $0))" })
    }

    private func entry(_ kind: RequiredReason) -> PropertyList {
        .dictionary([
            "NSPrivacyAccessedAPIType": .string(kind.category),
            "NSPrivacyAccessedAPITypeReasons": .array((answers[kind] ?? []).map(PropertyList.string)),
        ])
    }

    /// What a person is asked.
    func question(about kind: RequiredReason) -> String {
        let symbols = (found[kind] ?? []).sorted().joined(separator: ", ")
        return "\(kind.rawValue) (\(symbols)): give a reason, one of \(kind.reasons.joined(separator: ", "))"
    }

    /// The symbols of an archive, fat or not, that need a reason.
    static func symbols(of archive: ByteView) throws(ObjectFileError) -> [RequiredReason: Set<String>] {
        var found: [RequiredReason: Set<String>] = [:]
        for unit in try ObjectInventory(archive).slices.flatMap(\.units) {
            // Bitcode by itself and the like tell nothing.
            guard let object = try? ObjectFile(unit.bytes) else { continue }
            for symbol in try object.symbols() where symbol.definition == .undefined {
                for kind in RequiredReason.all(of: symbol.name) { found[kind, default: []].insert(symbol.name) }
            }
        }
        return found
    }
}
