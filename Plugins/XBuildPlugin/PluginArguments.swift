import Foundation

/// The arguments that a user wrote after `swift package xbuild`.
struct PluginArguments {
    /// The arguments that go to `xbuild package` unchanged.
    private(set) var words: [String] = []

    /// SwiftPM passes its own options to the plugin too if they follow `xbuild`.
    private static let swiftPMOptions = ["--allow-writing-to-package-directory", "--disable-sandbox"]
    private static let swiftPMOptionsWithValue = ["--allow-network-connections", "--allow-writing-to-directory"]

    /// Options of `xbuild package` that take a value.
    private static let optionsWithValue: Set = [
        "--targets", "--with", "--without", "--toolchain", "--sdk", "--store", "--prefix-symbols", "--remote",
        "--style",
        "--base-url", "--package-url", "--jobs", "-j", "--timeout", "--sandbox", "--events", "--format", "--output",
        "-o", "--sign",
    ]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if Self.swiftPMOptions.contains(word) { continue }
            if Self.swiftPMOptionsWithValue.contains(word) {
                _ = rest.popFirst()
            } else if !Self.swiftPMOptionsWithValue.contains(where: { word.hasPrefix($0 + "=") }) {
                words.append(word)
            }
        }
    }

    var asksForHelp: Bool { words.contains("--help") || words.contains("-h") }

    /// The recipes: `NAME` or `NAME@VERSION`.
    var recipes: [String] {
        var rest = words[...]
        var found: [String] = []
        while let word = rest.popFirst() {
            if Self.optionsWithValue.contains(word) {
                _ = rest.popFirst()
            } else if !word.hasPrefix("-") {
                found.append(word)
            }
        }
        return found
    }

    /// The recipes' names, without versions.
    var names: [String] { recipes.map { String($0.prefix { $0 != "@" }) } }

    private func has(_ options: String...) -> Bool {
        words.contains { word in options.contains { word == $0 || word.hasPrefix($0 + "=") } }
    }

    /// Returns the arguments for the program xbuild: the user's, and defaults for options that the user omitted.
    func call(vendor root: URL, store: String?) -> [String] {
        var call = ["package"] + words
        if !has("--format") { call += ["--format", "swiftpm"] }
        if !has("--output", "-o") {
            call += ["--output", root.appending(path: "Vendor").path(percentEncoded: false)]
        }
        if let store, !has("--store") { call += ["--store", store] }
        return call
    }
}
