import Basics

/// Makes the text of a module map from the decisions on its headers: one flat module, or submodules.
struct ModuleMapLayout {
    var request: ModuleMapRequest
    /// The decisions in the order of the listing.
    var decisions: [ModuleMap.Decision]

    var text: String {
        var lines = ["module \(ModuleMapWriter.word(request.name.string))\(request.isSystem ? " [system]" : "") {"]
        lines += request.requirements.isEmpty ? [] : ["    requires \(request.requirements.joined(separator: ", "))"]
        let macros = request.configMacros ?? []
        if !macros.isEmpty { lines.append("    config_macros [exhaustive] \(macros.joined(separator: ", "))") }
        lines += body
        lines += request.links.map { "    link \(ModuleMapWriter.quoted($0))" }
        return (lines + ["    export *", "}"]).joined(separator: "\n") + "\n"
    }

    private var body: [String] {
        switch request.submodules {
        case nil: listing(decisions, indent: "    ")
        case .header: divided { decision in decision.listing == .header ? Self.stem(decision.header) : nil }
        case .folder: divided { $0.header.parent.map(Self.identifier) }
        }
    }

    private func listing(_ decisions: [ModuleMap.Decision], indent: String) -> [String] {
        decisions.compactMap { decision in
            let name = ModuleMapWriter.quoted(decision.header.string)
            switch decision.listing {
            case .header: return "\(indent)header \(name)"
            case .textual: return "\(indent)textual header \(name)"
            case .umbrella: return "\(indent)umbrella header \(name)"
            case .covered, .leftOut: return nil
            }
        }
    }

    /// Returns the lines for the headers without a submodule, then the submodules in the order of their first headers.
    ///
    /// - Parameter name: returns the name of a header's submodule; nil for none.
    private func divided(_ name: (ModuleMap.Decision) -> String?) -> [String] {
        let members = Dictionary(grouping: decisions, by: name)
        var lines = listing(members[nil] ?? [], indent: "    ")
        for module in decisions.compactMap(name).uniqued() {
            let headers = listing(members[module] ?? [], indent: "        ")
            guard !headers.isEmpty else { continue }
            lines += ["    module \(ModuleMapWriter.word(module)) {"] + headers + ["        export *", "    }"]
        }
        return lines
    }

    /// Returns a submodule's name: `sub_z` for `sub/z.h`, so that headers with one file name get distinct names.
    private static func stem(_ header: RelativePath) -> String {
        guard let dot = header.string.lastIndex(of: "."), let path = RelativePath(String(header.string[..<dot])) else {
            return identifier(header)
        }
        return identifier(path)
    }

    private static func identifier(_ path: RelativePath) -> String {
        let text = path.string.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return text.first?.isNumber == true ? "_" + String(text) : String(text)
    }
}
