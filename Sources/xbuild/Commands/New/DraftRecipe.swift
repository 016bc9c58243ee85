import Foundation
import Proposing
import Recipes
import Basics

extension BuildContext {
    /// Returns this context with a recipe that is not in a file yet.
    func holding(_ proposal: Proposal) -> BuildContext {
        let draft = "\(recipes.folder)/\(proposal.name)/recipe.yaml"
        let text = Array(proposal.text.utf8)
        let live = RecipeFiles.live
        var context = self
        context.recipes = RecipeCatalog(
            folder: recipes.folder,
            files: RecipeFiles(
                list: live.list, read: { $0 == draft ? text : try live.read($0) }, realPath: live.realPath))
        return context
    }

    /// Returns the existing recipes with the library names that other sources use for them.
    func knownLibraries() -> [KnownLibrary] {
        ((try? recipes.names()) ?? []).compactMap { name in
            guard let recipe = try? recipes.recipe(name).recipe else { return nil }
            return KnownLibrary(recipe: name.string, archives: recipe.products.libraries.map(\.string))
        }
    }
}
