import Actions
import Basics
import Packaging
import Recipes
import Targets

/// Headers that the headers of a package include: those of its public dependencies.
///
/// A header is checked with the very headers that its target's build had. A module is proved with the dependencies'
/// modules: clang reads an included header of another module as an import of that module, as it does for the package's
/// users, so each declaration has one home. Private dependencies are on neither path: a header that includes theirs
/// would fail at the user's, and so it fails here.
extension Planner {
    /// The include folders by their places in the input root.
    mutating func publicHeaders(_ prefix: Prefix) throws(PlanningError) -> [RelativePath: Input] {
        var folders: [RelativePath: Input] = [:]
        for need in prefix.needs where need.isPublic {
            folders[Self.includeFolder(need)] = try relocatedPrefix(need, prefix.target).include
        }
        return folders
    }

    /// The same folders with module maps, as users get them.
    mutating func publicModules(_ prefix: Prefix) throws(PlanningError) -> [RelativePath: Input] {
        var folders: [RelativePath: Input] = [:]
        for need in prefix.needs where need.isPublic {
            folders[Self.includeFolder(need)] = .output(try headers(of: need.package), "include")
        }
        return folders
    }

    private static func includeFolder(_ need: Need) -> RelativePath {
        need.folder.appending("include")
    }

    /// The merged headers of a package for all targets for which it is built.
    private mutating func headers(of package: Int) throws(PlanningError) -> StepID {
        if let known = planned[package].headers { return known }
        let request = planned[package].request
        let prefixes = request.slices.flatMap(\.targets).compactMap { planned[package].prefixes[$0] }
        let step = try addMergedHeaders(request, prefixes)
        planned[package].headers = step
        return step
    }
}
