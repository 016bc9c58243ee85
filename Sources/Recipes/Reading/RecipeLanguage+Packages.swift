import Basics
import Documents
import Packages

// The packages of a build.

extension RecipeLanguage {
    static let packageFormat = Shape<PackageFormat>.oneOf("a package format", aliases: ["swift": "swiftpm"])

    static let privacy = Shape<[TableEntry<RequiredReason, [Located<String>]>]>.table(
        "a table of reasons", keys: .oneOf("a kind of system function"), values: reason.located.list.nonEmpty())

    static let explained = Shape<[TableEntry<String, String>]>.table(
        "a table of reasons", keys: .text("the name of a function or tool"), values: .text("a reason"))

    private static let reason = Shape<String>.parsed(
        "a reason's code", pattern: "^[0-9A-Z]{4}\\.[0-9]$", hint: "for example `C617.1`"
    ) { text in
        text.wholeMatch(of: /[0-9A-Z]{4}\.[0-9]/) == nil ? nil : text
    }
}
