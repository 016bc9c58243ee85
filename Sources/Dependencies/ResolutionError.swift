import Basics
import Documents
import Recipes

/// Why there is no set of versions and options that suits everybody.
public enum ResolutionError: Error, Hashable, Sendable {
    /// What was asked for is not there, or its options do not go together.
    case recipe(RecipeError)
    /// Dependencies that no recipe can meet, in the order of the recipes' names.
    case faults([Faults])
    /// No version fits all who need the package; in the order in which they were met.
    case noVersion(PackageName, demands: [Demand], known: [Version])
    /// An option that one dependent wants and another does not.
    case contradiction(PackageName, OptionName, with: Demand, without: Demand)
    /// Packages of which each needs the next, and the last the first.
    case cycle([PackageName])
    /// The search was given up.
    case tooManyTries(Int)
    /// Options that bring dependencies which change the options again, without end.
    case restlessOptions([PackageName])
}

extension ResolutionError: CustomStringConvertible {
    /// One line; for faults all of them, with their places.
    public var description: String {
        switch self {
        case .recipe(let error): "\(error)"
        case .faults(let faults): faults.map(\.rendered).joined(separator: "\n\n")
        case .noVersion(let name, _, _): "no version of `\(name)` suits everybody who needs it"
        case .contradiction(let name, let option, _, _):
            "the option `\(option)` of `\(name)` is both wanted and refused"
        case .cycle(let names):
            "recipes need each other: \((names + names.prefix(1)).map { "`\($0)`" }.joined(separator: " -> "))"
        case .tooManyTries(let count): "no versions that suit everybody were found in \(count) tries"
        case .restlessOptions(let names): "options and dependencies of \(Words.list(names.map(\.string))) never settle"
        }
    }

    /// Who wants what, a line each.
    public var notes: [String] {
        switch self {
        case .noVersion(_, let demands, let known):
            demands.map(\.description) + ["the recipe has \(Words.list(known.sorted().map(\.string)))"]
        case .contradiction(_, let option, let with, let without):
            ["\(with.wisher) wants `\(option)`", "\(without.wisher) refuses it"]
        case .recipe, .faults, .cycle, .tooManyTries, .restlessOptions: []
        }
    }

    /// What would help; nil when nothing is known to.
    public var hint: String? {
        switch self {
        case .recipe(let error): error.hint
        case .tooManyTries: "name versions, for example `NAME@VERSION`, to leave less to find out"
        case .faults, .noVersion, .contradiction, .cycle, .restlessOptions: nil
        }
    }
}

extension Demand {
    /// Who it is.
    fileprivate var wisher: String {
        chain.last.map { "`\($0.name)` \($0.version)" } ?? "the request"
    }
}
