// Reads the two forms of sources.list(5).

import Foundation

extension AptSources {
    /// Reads the one-line form: `deb [signed-by=/a.gpg arch=amd64] URI SUITE COMPONENT…`.
    static func entries(lines text: String) -> [Entry] {
        text.split(whereSeparator: \.isNewline).compactMap { entry(line: $0.prefix { $0 != "#" }) }
    }

    private static func entry(line: Substring) -> Entry? {
        var rest = line.drop(while: \.isWhitespace)
        guard rest.hasPrefix("deb") else { return nil }
        rest = rest.drop { !$0.isWhitespace && $0 != "[" }.drop(while: \.isWhitespace)
        var options: Substring = ""
        if rest.first == "[" {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            options = rest[rest.index(after: rest.startIndex)..<close]
            rest = rest[rest.index(after: close)...]
        }
        let words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count >= 2 else { return nil }
        return Entry(
            uris: [words[0]], suites: [words[1]], components: Array(words.dropFirst(2)), trust: trust(options: options))
    }

    private static func trust(options: Substring) -> [String: String] {
        var result: [String: String] = [:]
        for option in options.split(whereSeparator: \.isWhitespace) {
            guard let equals = option.firstIndex(of: "=") else { continue }
            let name = option[..<equals].lowercased()
            guard let known = trustOptions.first(where: { $0.lowercased() == name }) else { continue }
            result[known] = String(option[option.index(after: equals)...])
        }
        return result
    }

    /// Reads the stanza form (deb822).
    static func entries(stanzas text: String) -> [Entry] { Stanza.list(text).compactMap(entry) }

    private static func entry(stanza: Stanza) -> Entry? {
        let isOff = ["no", "false", "0", "off", "without", "disable"].contains(stanza["Enabled"]?.lowercased() ?? "yes")
        let entry = Entry(
            uris: stanza.words("URIs"), suites: stanza.words("Suites"), components: stanza.words("Components"),
            trust: Dictionary(uniqueKeysWithValues: trustOptions.compactMap { name in stanza[name].map { (name, $0) } })
        )
        return isOff || entry.uris.isEmpty || entry.suites.isEmpty ? nil : entry
    }
}
