import Basics
import Documents
import Recipes

/// Why no set of versions and options satisfies all requirements.
public enum ResolutionError: Error, Hashable, Sendable {
    /// The requested recipe does not exist, or its options contradict each other.
    case recipe(RecipeError)
    /// Dependencies that no recipe can satisfy, in the order of the recipes' names.
    case faults([Faults])
    /// No version of the package satisfies all its dependents. The demands are in the order in which the search found
    /// them.
    case noVersion(PackageName, demands: [Demand], known: [Version])
    /// An option that one dependent requires on and another requires off.
    case contradiction(PackageName, OptionName, with: Demand, without: Demand)
    /// A cycle: each package needs the next, and the last needs the first.
    case cycle([PackageName])
    /// The search stopped after this number of tries.
    case tooManyTries(Int)
    /// The options of these packages do not converge: options add dependencies, and these change options again.
    case restlessOptions([PackageName])
}

extension ResolutionError: CustomStringConvertible {
    /// The message in one line; for `faults`, all faults with their locations, on several lines.
    public var description: String {
        switch self {
        case .recipe(let error): "\(error)"
        case .faults(let faults): faults.map(\.rendered).joined(separator: "\n\n")
        case .noVersion(let name, _, _): "no version of `\(name)` satisfies all requirements"
        case .contradiction(let name, let option, _, _):
            "the option `\(option)` of `\(name)` is required both on and off"
        case .cycle(let names):
            "dependency cycle: \((names + names.prefix(1)).map { "`\($0)`" }.joined(separator: " -> "))"
        case .tooManyTries(let count): "no versions that satisfy all requirements found in \(count) tries"
        case .restlessOptions(let names):
            "the options and dependencies of \(MessageText.list(names.map(\.string))) do not converge"
        }
    }

    /// The conflicting requirements, one per line.
    public var notes: [String] {
        switch self {
        case .noVersion(_, let demands, let known):
            demands.map(\.description) + ["the recipe has \(MessageText.list(known.sorted().map(\.string)))"]
        case .contradiction(_, let option, let with, let without):
            ["\(with.requester) requires `\(option)` on", "\(without.requester) requires it off"]
        case .recipe, .faults, .cycle, .tooManyTries, .restlessOptions: []
        }
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch self {
        case .recipe(let error): error.hint
        case .tooManyTries: "name versions, for example `NAME@VERSION`, to narrow the search"
        case .faults, .noVersion, .contradiction, .cycle, .restlessOptions: nil
        }
    }
}
