import Recipes

/// Reads the switches in the options file beside `meson.build`.
struct MesonReading {
    let listing: SourceListing
    let library: String

    func proposed(choices: inout [Choice]) -> ProposedBuild {
        var build = ProposedBuild(.meson)
        for (name, type) in switches where CrossSwitch.isNeedless(name, library: library) {
            guard let value = Self.off[type] else { continue }
            build.configure.append("-D\(name)=\(value)")
            choices.append(Choice("configure", "-D\(name)=\(value)", "not part of the library"))
        }
        return build
    }

    private static let off = ["boolean": "false", "feature": "disabled"]

    /// The names and types of all `option('NAME', type: 'TYPE', …)` calls.
    private var switches: [(name: String, type: String)] {
        let text = listing.texts["meson_options.txt"] ?? listing.texts["meson.options"] ?? ""
        return text.split(separator: "option(", omittingEmptySubsequences: false).dropFirst().compactMap {
            part -> (String, String)? in
            let words = part.split(separator: "'", omittingEmptySubsequences: false)
            guard words.count > 2, let type = part.firstRange(of: "type") else { return nil }
            let behind = part[type.upperBound...].split(separator: "'", omittingEmptySubsequences: false)
            return behind.count > 1 ? (String(words[1]), String(behind[1])) : nil
        }
    }
}
