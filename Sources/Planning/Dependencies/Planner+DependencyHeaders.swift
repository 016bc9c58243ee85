import Actions
import Basics
import Recipes
import Targets

/// The headers that a package's headers include: those of its public dependencies.
///
/// A header is checked with the same headers that its target's build used. A module is proved with the dependencies'
/// modules: clang treats an included header of another module as an import of that module, as it does for the package's
/// users, so each declaration belongs to one module. Neither search path has private dependencies: a header that
/// includes theirs would fail for users, and so it fails here.
extension Planner {
    /// Returns the include folders by their paths in the input root.
    mutating func publicHeaders(_ prefix: Prefix) throws(PlanningError) -> [RelativePath: Input] {
        var folders: [RelativePath: Input] = [:]
        for need in prefix.needs where need.isPublic {
            folders[Self.includeFolder(need)] = try relocatedPrefix(need, prefix.target).include
        }
        return folders
    }

    /// Returns the same folders with module maps, as users get them.
    mutating func publicModules(_ prefix: Prefix) throws(PlanningError) -> [RelativePath: Input] {
        var folders: [RelativePath: Input] = [:]
        for need in prefix.needs where need.isPublic {
            folders[Self.includeFolder(need)] = .output(try headers(of: need.package), "include")
        }
        return folders
    }

    private static func includeFolder(_ need: TransitiveDependency) -> RelativePath {
        need.folder.appending("include")
    }

    /// Returns the step with a package's merged headers for all its targets.
    private mutating func headers(of package: Int) throws(PlanningError) -> StepID {
        if let known = planned[package].headers { return known }
        let request = planned[package].request
        let prefixes = request.slices.flatMap(\.targets).compactMap { planned[package].prefixes[$0] }
        let step = try addMergedHeaders(request, prefixes)
        planned[package].headers = step
        return step
    }
}
