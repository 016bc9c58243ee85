import Foundation

/// The arguments that a user wrote after `swift package xbuild`.
struct PluginArguments {
    /// The arguments that go to `xbuild package` unchanged.
    private(set) var words: [String] = []

    /// SwiftPM passes its own options to the plugin too when they follow the verb.
    private static let ofSwiftPM = ["--allow-writing-to-package-directory", "--disable-sandbox"]
    private static let ofSwiftPMWithValue = ["--allow-network-connections", "--allow-writing-to-directory"]

    /// Options of `xbuild package` that take a value.
    private static let withValue: Set = [
        "--targets", "--with", "--without", "--toolchain", "--sdk", "--store", "--prefix-symbols", "--remote",
        "--style",
        "--base-url", "--package-url", "--jobs", "-j", "--timeout", "--sandbox", "--events", "--format", "--output",
        "-o", "--sign",
    ]

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if Self.ofSwiftPM.contains(word) { continue }
            if Self.ofSwiftPMWithValue.contains(word) {
                _ = rest.popFirst()
            } else if !Self.ofSwiftPMWithValue.contains(where: { word.hasPrefix($0 + "=") }) {
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
            if Self.withValue.contains(word) { _ = rest.popFirst() } else if !word.hasPrefix("-") { found.append(word) }
        }
        return found
    }

    /// The recipes' names, without versions.
    var names: [String] { recipes.map { String($0.prefix { $0 != "@" }) } }

    private func has(_ options: String...) -> Bool {
        words.contains { word in options.contains { word == $0 || word.hasPrefix($0 + "=") } }
    }

    /// Returns the arguments of xbuild: those that a user wrote, and defaults for the others.
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
