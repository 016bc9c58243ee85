// Writes a proposal as the text of a recipe, in the style of hand-written recipes: short values are on one line.

import Basics
import Recipes

extension Proposal {
    /// The text of `recipe.yaml`.
    public var text: String {
        var lines = ["name: \(name)", "summary: \(Self.word(summary))", licenseLine]
        if let homepage { lines.append("homepage: \(Self.word(homepage))") }
        lines += ["versions:", "  \(version):", "    sources:"] + sourceLines
        lines += buildLines
        if !build.depends.isEmpty { lines.append("depends: \(Self.list(build.depends))") }
        lines.append("targets: \(Self.list(targets))")
        lines += productLines
        lines += Self.entry("licenses", license.files)
        return lines.joined(separator: "\n") + "\n"
    }

    /// A comment asks the user to check a license that was not recognized.
    private var licenseLine: String {
        "license: \(Self.word(license.expression))" + (license.isRecognized ? "" : "  # \(license.reason)")
    }

    private var sourceLines: [String] {
        let place =
            switch source.place {
            case .url(let address): "url: \(Self.word(address))"
            case .path(let path): "path: \(Self.word(path))"
            case .debian(let package, let version, let file, let suite):
                "debian: { package: \(package), version: \(Self.word(version)), file: \(Self.word(file)), suite: \(suite) }"
            }
        return ["      - \(place)", "        sha256: \(source.sha256.hex)"]
    }

    private var buildLines: [String] {
        var lines = ["build:", "  system: \(build.system.rawValue)"]
        if let folder = build.source { lines.append("  source: \(Self.word(folder))") }
        if build.bootstrap { lines.append("  bootstrap: true") }
        if build.inSource { lines.append("  in-source: true") }
        for (key, words) in [
            ("tools", build.tools), ("configure", build.configure), ("make", build.make), ("install", build.install),
            ("cflags", build.cflags),
        ] where !words.isEmpty { lines += Self.entry(key, words, indent: "  ") }
        if !build.variables.isEmpty {
            let words = build.variables.sorted { $0.key < $1.key }.map { "\($0.key): \(Self.word($0.value))" }
            lines += Self.wrapped("  variables: {", words, "}", indent: "   ")
        }
        if !build.steps.isEmpty { lines.append("  steps:") }
        for step in build.steps {
            lines.append("    \(step.name):")
            lines += step.commands.flatMap { Self.wrapped("      - [", $0.map(Self.word), "]", indent: "        ") }
        }
        return lines
    }

    private var productLines: [String] {
        var words = [
            "libraries: \(Self.list(libraries))", "headers: \(Self.list(headers))", "module: \(Self.word(module))",
        ]
        if !textual.isEmpty { words.append("textual: \(Self.list(textual))") }
        if !links.isEmpty { words.append("link: \(Self.list(links))") }
        let line = "products: { \(words.joined(separator: ", ")) }"
        return line.count <= 120 ? [line] : ["products:"] + words.map { "  " + $0 }
    }

    // MARK: Words

    private static func entry(_ key: String, _ words: [String], indent: String = "") -> [String] {
        wrapped("\(indent)\(key): [", words.map(word), "]", indent: indent + "  ")
    }

    private static func list(_ words: [String]) -> String { "[\(words.map(word).joined(separator: ", "))]" }

    /// Returns the lines of a list, wrapped at 120 characters.
    private static func wrapped(_ start: String, _ words: [String], _ end: String, indent: String) -> [String] {
        var lines = [start]
        for (index, each) in words.enumerated() {
            let piece = each + (index + 1 < words.count ? "," : end)
            let last = lines[lines.count - 1]
            let joint = index == 0 ? "" : " "
            if last.count + joint.count + piece.count > 118, index > 0 {
                lines.append(indent + " " + piece)
            } else {
                lines[lines.count - 1] = last + joint + piece
            }
        }
        return lines
    }

    /// Returns a YAML scalar for the text, in quotes unless YAML reads the plain text as the same string.
    static func word(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            && !"*&!>%@{[\"'|#`?:, ".contains(text.first ?? " ") && !text.contains(where: { ",[]{}#".contains($0) })
            && !text.contains(": ") && !text.hasSuffix(":") && !(text.hasPrefix("- ") || text == "-")
            && !["true", "false", "null", "yes", "no", "on", "off", "~"].contains(text.lowercased())
        guard !isPlain else { return text }
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
