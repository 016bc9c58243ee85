import Basics
import Documents
import Targets

/// The reason why a requested recipe is not available.
public enum RecipeError: Error, Hashable, Sendable {
    /// A text that is neither `NAME` nor `NAME@VERSION`.
    case badRequest(String)
    case unknownRecipe(String, known: [PackageName])
    case unknownVersion(PackageName, Version, known: [Version])
    case unknownOption(PackageName, String, known: [OptionName])
    case optionNotInVersion(PackageName, OptionName, Version)
    /// A request both enables and disables the option.
    case contradiction(OptionName)
    case missingRequirement(PackageName, OptionName, needs: OptionName)
    /// The build for the target uses a table of `map:` that has no entry for the target.
    case notInTable(PackageName, TableName, Target)
    /// A file or folder that cannot be read, and the operating system's reason.
    case unreadable(path: String, reason: String)
    /// The faults inside a recipe's file.
    case faults(Faults)
}

extension RecipeError: CustomStringConvertible {
    /// One line; for `faults`, the text of all faults with their places.
    public var description: String {
        switch self {
        case .badRequest(let text): "`\(text)` is not a recipe"
        case .unknownRecipe(let name, _): "there is no recipe `\(name)`"
        case .unknownVersion(let name, let version, _): "the recipe `\(name)` has no version `\(version)`"
        case .unknownOption(let name, let word, _): "the recipe `\(name)` has no option `\(word)`"
        case .optionNotInVersion(let name, let option, let version):
            "the option `\(option)` does not exist in `\(name)` \(version)"
        case .contradiction(let option): "the option `\(option)` is both enabled and disabled"
        case .missingRequirement(let name, let option, let other):
            "the option `\(option)` of `\(name)` needs `\(other)`, which is off"
        case .notInTable(let name, let table, let target):
            "`${\(table)}` of the recipe `\(name)` has no value for `\(target)`"
        case .unreadable(let path, let reason): "cannot read `\(path)`: \(reason)"
        case .faults(let faults): faults.rendered
        }
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch self {
        case .badRequest: "write `NAME` or `NAME@VERSION`, for example `secp256k1@0.5.0`"
        case .unknownRecipe(let name, let known):
            MessageText.hint(for: name, among: known.map(\.string), naming: "recipes")
        case .unknownVersion(_, let version, let known):
            MessageText.hint(for: version.string, among: known.map(\.string), naming: "versions")
        case .unknownOption(_, let word, let known):
            MessageText.hint(for: word, among: known.map(\.string), naming: "options")
        case .missingRequirement(_, let option, let other): "disable `\(option)` too, or enable `\(other)`"
        case .notInTable(_, let table, let target): "add `\(target)` or `default` to `map: \(table)`"
        case .optionNotInVersion, .contradiction, .unreadable, .faults: nil
        }
    }
}
