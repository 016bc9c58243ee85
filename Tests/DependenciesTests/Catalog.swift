import Basics
import Dependencies
import Recipes
import Testing

/// Recipes in a short form, one per line: `NAME VERSION… [+OPTION|-OPTION]… [; [CONDITION]: DEPENDENCY, …]…`
///
/// `*` marks the default version; `+` and `-` give the default of an option. A condition is a range of versions or an
/// option's name; without one, the dependency always applies. A dependency is `NAME [RANGE] [+OPTION|-OPTION]…`.
struct Catalog {
    let set: RecipeSet

    init(_ lines: [String]) throws {
        set = try RecipeSet(try lines.map { try ShortRecipe($0).file })
    }

    /// Returns the graph in a short form: `NAME VERSION [+OPTION|-OPTION]…`, dependencies first.
    func resolved(_ requests: [String], pins: [PackageName: Pin] = [:]) throws -> String {
        try graph(requests, pins: pins).packages.map(\.short).joined(separator: ", ")
    }

    /// - Parameter requests: `NAME[@VERSION] [+OPTION|-OPTION]…`
    func graph(_ requests: [String], pins: [PackageName: Pin] = [:]) throws -> PackageGraph {
        try Resolver.resolve(
            requests.map { text in
                let words = text.split(separator: " ").map(String.init)
                return try RecipeRequest(
                    words[0], with: words.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) },
                    without: words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
            }, in: set, pins: pins)
    }

    /// Returns the error for an invalid request and its notes, one per line.
    func refusal(_ requests: [String]) -> [String] {
        do {
            return ["no error: " + (try resolved(requests))]
        } catch let error as ResolutionError {
            return ["\(error)"] + error.notes
        } catch {
            return ["\(error)"]
        }
    }
}

extension PackageGraph.Package {
    fileprivate var short: String {
        let options = choice.options.sorted { $0.key < $1.key }.map { " \($0.value ? "+" : "-")\($0.key)" }
        return "\(name) \(version)\(options.joined())"
    }
}

/// One recipe in the short form.
struct ShortRecipe {
    private let name: String
    private var versions: [String] = []
    private var options: [(name: String, isOn: Bool)] = []
    private var always: [String] = []
    private var conditions: [(condition: String, dependencies: [String])] = []

    init(_ text: String) {
        let parts = text.split(separator: ";").map(String.init)
        let words = parts[0].split(separator: " ").map(String.init)
        name = words[0]
        for word in words.dropFirst() {
            if word.hasPrefix("+") || word.hasPrefix("-") {
                options.append((String(word.dropFirst()), word.hasPrefix("+")))
            } else {
                versions.append(word)
            }
        }
        for part in parts.dropFirst() {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let dependencies = halves[1].split(separator: ",").map { Self.dependency(String($0)) }
            let condition = halves[0].trimming(" ")
            if condition.isEmpty { always += dependencies } else { conditions.append((condition, dependencies)) }
        }
    }

    var file: RecipeFile {
        get throws { try Recipe.read(Array(yaml.utf8), file: "recipes/\(name)/recipe.yaml") }
    }

    /// The recipe as an author would write it.
    var yaml: String {
        var lines = ["name: \(name)", "summary: an example", "license: MIT", "versions:"]
        for version in versions {
            lines.append("  \(version.trimming("*")):")
            if version.hasSuffix("*") { lines.append("    default: true") }
            lines.append("    sources: [{ path: a.tar, sha256: \(String(repeating: "0123456789abcdef", count: 4)) }]")
        }
        lines += ["build: { system: autotools }"]
        if !always.isEmpty { lines += ["depends:"] + always.map { "  - \($0)" } }
        if !options.isEmpty { lines.append("options:") }
        for option in options {
            lines += ["  \(option.name):", "    summary: an option", "    default: \(option.isOn)"]
            lines += ["    on: --enable-\(option.name)", "    off: --disable-\(option.name)"]
        }
        if !conditions.isEmpty { lines.append("when:") }
        for (condition, dependencies) in conditions {
            let isOption = options.contains { $0.name == condition }
            lines += ["  - \(isOption ? "option" : "version"): \"\(condition)\"", "    depends:"]
            lines += dependencies.map { "      - \($0)" }
        }
        lines += [
            "targets: [linux]", "products: { libraries: [liba.a], headers: [a.h], module: a }", "licenses: [COPYING]",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func dependency(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        let named = { (sign: String) in words.dropFirst().filter { $0.hasPrefix(sign) }.map { $0.dropFirst() } }
        let range = words.dropFirst().filter { !$0.hasPrefix("+") && !$0.hasPrefix("-") }.joined(separator: " ")
        var fields = ["name: \(words[0])"]
        if !range.isEmpty { fields.append("version: \"\(range)\"") }
        if !named("+").isEmpty { fields.append("options: [\(named("+").joined(separator: ", "))]") }
        if !named("-").isEmpty { fields.append("without: [\(named("-").joined(separator: ", "))]") }
        return fields.count == 1 ? words[0] : "{ \(fields.joined(separator: ", ")) }"
    }
}

extension String {
    fileprivate func trimming(_ mark: Character) -> String {
        String(drop { $0 == mark }.reversed().drop { $0 == mark }.reversed())
    }
}
