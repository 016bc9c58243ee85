import Basics
import ObjectFiles
import Packages

/// `PrivacyInfo.xcprivacy`: the declarations about a library that Apple requires.
///
/// A static library collects no data and does not track, so the manifest only declares the kinds of functions that need
/// a reason. It contains the recipe's kinds with their reasons, and further kinds whose symbols the archive uses. The
/// further kinds have no reasons: only a user can give them.
struct PrivacyManifest {
    /// The recipe's reasons by kind.
    var answers: [RequiredReason: [String]]
    /// The used symbols by kind.
    var found: [RequiredReason: Set<String>]

    /// The kinds that the archive uses and for which the recipe gives no reason.
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

    /// Returns the text that asks the user for a reason.
    func question(about kind: RequiredReason) -> String {
        let symbols = (found[kind] ?? []).sorted().joined(separator: ", ")
        return "\(kind.rawValue) (\(symbols)): give a reason, one of \(kind.reasons.joined(separator: ", "))"
    }

    /// Returns, by kind, the symbols that need a reason among those that an archive uses. The archive may be fat.
    static func symbols(of archive: ByteView) throws(ObjectFileError) -> [RequiredReason: Set<String>] {
        var found: [RequiredReason: Set<String>] = [:]
        for unit in try ObjectInventory(archive).slices.flatMap(\.units) {
            // Members that are not objects, such as bare bitcode, have no readable symbols.
            guard let object = try? ObjectFile(unit.bytes) else { continue }
            for symbol in try object.symbols() where symbol.definition == .undefined {
                for kind in RequiredReason.all(of: symbol.name) { found[kind, default: []].insert(symbol.name) }
            }
        }
        return found
    }
}
