// Reads the license that a source file states: an SPDX tag (`SPDX-License-Identifier: MIT`), the paragraph that grants
// a GNU license, which alone distinguishes `-only` from `-or-later`, or the text of a license.

/// The license that a file states.
public struct LicenseNotice: Hashable, Sendable {
    /// The SPDX expression.
    public let expression: String

    /// Reads a file's text. Returns nil when the text states no known license.
    public init?(_ text: String) {
        let head = text.prefix(Self.reach)
        let stated = Self.tag(in: head) ?? Self.grant(in: NormalizedText(head))
        guard let license = stated ?? LicenseText(String(head)).identifiers.first else { return nil }
        expression = license
    }

    /// The number of characters that are read at a file's beginning: enough for several notices.
    private static let reach = 8192

    private static func tag(in text: Substring) -> String? {
        let mark = "SPDX-License-Identifier:"
        for line in text.split(whereSeparator: \.isNewline) {
            guard let place = line.firstRange(of: mark) else { continue }
            let rest = line[place.upperBound...].prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || " .-+()".contains($0))
            }
            let words = rest.split(separator: " ")
            if !words.isEmpty { return words.map(renamed).joined(separator: " ") }
        }
        return nil
    }

    /// Returns the current form of an SPDX identifier. SPDX has replaced identifiers of GNU licenses such as `GPL-2.0`
    /// and `GPL-2.0+` with `GPL-2.0-only` and `GPL-2.0-or-later`.
    private static func renamed(_ word: Substring) -> String {
        let isLater = word.hasSuffix("+")
        let name = isLater ? word.dropLast() : word
        guard ["GPL-", "LGPL-", "AGPL-"].contains(where: name.hasPrefix), let last = name.last, last.isNumber else {
            return String(word)
        }
        return "\(name)-\(isLater ? "or-later" : "only")"
    }

    /// The names of GNU licenses, and their SPDX prefixes. A name that contains another name precedes it.
    private static let families = [
        ("gnu lesser general public license", "LGPL"), ("gnu library general public license", "LGPL"),
        ("gnu affero general public license", "AGPL"), ("gnu general public license", "GPL"),
        ("gnu lgpl", "LGPL"), ("lgpl", "LGPL"),
    ]
    private static let versions = [
        ("version 2 1", "2.1"), ("v2 1", "2.1"), ("version 2", "2.0"), ("v2", "2.0"), ("version 3", "3.0"),
        ("v3", "3.0"),
    ]

    private static func grant(in words: NormalizedText) -> String? {
        for (name, family) in families {
            // The version comes after the name.
            guard let behind = words.words(from: name, limit: 400) else { continue }
            let grant = NormalizedText(behind)
            guard let version = versions.first(where: { grant.contains($0.0) })?.1 else { continue }
            let later = ["any later version", "or later", "or newer"].contains(where: grant.contains)
            return "\(family)-\(version)-\(later ? "or-later" : "only")"
        }
        return nil
    }
}
