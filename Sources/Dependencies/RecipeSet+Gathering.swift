import Basics
import Documents
import Recipes

extension RecipeSet {
    /// Reads the recipes with these names and the recipes of all their possible dependencies, several files at a time.
    ///
    /// - Parameters:
    ///   - names: the requested recipes.
    ///   - readers: the number of files to read at once.
    public static func gathered(
        _ names: [PackageName], from catalog: RecipeCatalog, readers: Int
    ) async throws(ResolutionError) -> RecipeSet {
        var gathering = Gathering(catalog: catalog, readers: readers)
        return try await gathering.run(names)
    }
}

/// Reads recipes level by level: the requested ones, then their dependencies, and so on.
private struct Gathering {
    let catalog: RecipeCatalog
    let readers: Int
    var files: [PackageName: RecipeFile] = [:]
    var faults: [Faults] = []

    mutating func run(_ names: [PackageName]) async throws(ResolutionError) -> RecipeSet {
        var level: [(name: PackageName, requirement: Requirement?)] = names.uniqued().map { ($0, nil) }
        var met = Set(names)
        while !level.isEmpty {
            var next: [(name: PackageName, requirement: Requirement?)] = []
            for (request, result) in zip(level, await read(level.map(\.name))) {
                for requirement in try take(result, request.requirement).map(Requirement.all) ?? []
                where met.insert(requirement.name).inserted {
                    next.append((requirement.name, requirement))
                }
            }
            level = next
        }
        guard faults.isEmpty else { throw .faults(faults) }
        return try RecipeSet(Array(files.values))
    }

    /// A dependency that a file declares.
    private struct Requirement {
        let name: PackageName
        let file: RecipeFile

        static func all(of file: RecipeFile) -> [Requirement] {
            file.recipe.possibleDependencies.map { Requirement(name: $0.name, file: file) }
        }

        func faults(_ error: RecipeError) -> Faults {
            Faults([Diagnostic(.error, "\(error)", at: file.dependencyMarks[name], hint: error.hint)], in: file.source)
        }
    }

    private mutating func take(
        _ result: Result<RecipeFile, RecipeError>, _ requirement: Requirement?
    ) throws(ResolutionError) -> RecipeFile? {
        do {
            let file = try result.get()
            files[file.recipe.name] = file
            return file
        } catch {
            if case .faults(let found) = error {
                faults.append(found)
            } else if case .unknownRecipe = error, let requirement {
                faults.append(requirement.faults(error))
            } else {
                throw .recipe(error)
            }
            return nil
        }
    }

    /// Reads the recipes with these names, divided among the readers. Returns the results in the order of the names.
    private func read(_ names: [PackageName]) async -> [Result<RecipeFile, RecipeError>] {
        let size = max(1, (names.count + readers - 1) / max(1, readers))
        let portions = stride(from: 0, to: names.count, by: size).map { Array(names[$0..<min($0 + size, names.count)]) }
        return await withTaskGroup(of: (Int, [Result<RecipeFile, RecipeError>]).self) { group in
            for (index, portion) in portions.enumerated() {
                group.addTask { (index, portion.map { name in Self.read(name, catalog) }) }
            }
            var results = [[Result<RecipeFile, RecipeError>]](repeating: [], count: portions.count)
            for await (index, result) in group { results[index] = result }
            return results.flatMap { $0 }
        }
    }

    private static func read(_ name: PackageName, _ catalog: RecipeCatalog) -> Result<RecipeFile, RecipeError> {
        do throws(RecipeError) { return .success(try catalog.recipe(name)) } catch { return .failure(error) }
    }
}
