import Basics
import Recipes

extension LockFile {
    /// The file's text. Equal lock files have equal texts.
    public var text: String {
        var lines = [
            "# Written by `xbuild lock`. `xbuild recipe --locked` fails if anything differs.", "schema: 1",
            "packages:",
        ]
        for (name, package) in packages.sorted(by: { $0.key < $1.key }) { lines += ["  \(name):"] + package.lines }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension LockFile.Package {
    /// The lines of one package. Digests need no quotes, because the reader expects text there; other strings are
    /// quoted.
    fileprivate var lines: [String] {
        let options = options.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        let needed = dependencies.map { "\"\($0)\"" }
        var lines = [
            "version: \"\(version)\"", "options: {\(options.joined(separator: ", "))}",
            "depends: [\(needed.joined(separator: ", "))]", "recipe: \(recipe.hex)", "sources:",
        ]
        for source in sources { lines += ["  - from: \(source.place.inQuotes)", "    sha256: \(source.sha256.hex)"] }
        if !files.isEmpty { lines.append("files:") }
        for (path, digest) in files.sorted(by: { $0.key < $1.key }) {
            lines += ["  - path: \(path.string.inQuotes)", "    sha256: \(digest.hex)"]
        }
        return lines.map { "    " + $0 }
    }
}

extension String {
    /// The string in double quotes, as YAML 1.2 (section 7.3.1) writes it.
    fileprivate var inQuotes: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                "\\x" + String(repeating: "0", count: scalar.value < 16 ? 1 : 0) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
