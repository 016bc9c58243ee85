import Actions
import Basics
import Recipes
import Targets

/// Determines the headers of other packages that a package's headers may include: those of its public dependencies.
///
/// The header check searches the dependencies' headers for the same target, as their builds installed them. The proof
/// of a module searches the dependencies' modules instead: clang then treats an included header of another module as an
/// import of that module, as for the package's users, so each declaration belongs to one module. Neither search path
/// contains private dependencies: a header that includes a header of a private dependency would not compile for users,
/// so the check or proof must fail too.
extension Planner {
    /// Returns the public dependencies' include folders, by their paths in the input root.
    mutating func publicHeaders(_ prefix: Prefix) throws(PlanningError) -> [RelativePath: Input] {
        var folders: [RelativePath: Input] = [:]
        for need in prefix.needs where need.isPublic {
            folders[Self.includeFolder(need)] = try relocatedPrefix(need, prefix.target).include
        }
        return folders
    }

    /// Returns the public dependencies' merged include folders, which contain module maps, by the same paths.
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

    /// Returns the step that merges a package's headers for all its targets; plans the step at the first call.
    private mutating func headers(of package: Int) throws(PlanningError) -> StepID {
        if let known = planned[package].headers { return known }
        let request = planned[package].request
        let prefixes = request.slices.flatMap(\.targets).compactMap { planned[package].prefixes[$0] }
        let step = try addMergedHeaders(request, prefixes)
        planned[package].headers = step
        return step
    }
}
