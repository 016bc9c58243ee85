import Foundation

/// What a person wrote behind `swift package xbuild`.
struct PluginWords {
    /// What goes to `xbuild package` as it is.
    private(set) var words: [String] = []

    /// SwiftPM gives its own options to the plugin too, where they stand behind the verb.
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

    /// `NAME` or `NAME@VERSION`.
    var recipes: [String] {
        var rest = words[...]
        var found: [String] = []
        while let word = rest.popFirst() {
            if Self.withValue.contains(word) { _ = rest.popFirst() } else if !word.hasPrefix("-") { found.append(word) }
        }
        return found
    }

    /// Without versions.
    var names: [String] { recipes.map { String($0.prefix { $0 != "@" }) } }

    private func has(_ options: String...) -> Bool {
        words.contains { word in options.contains { word == $0 || word.hasPrefix($0 + "=") } }
    }

    /// The arguments of xbuild: what a person wrote, and what they left open.
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
