import ArgumentParser
import Basics
import Recipes

/// `xbuild recipes`: lists the recipes.
struct RecipesCommand: HostCommand {
    static let configuration = CommandConfiguration(commandName: "recipes", abstract: "List the recipes.")

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        var table = Table()
        var failures: [String] = []
        for name in try context.recipes.names() {
            do {
                let recipe = try context.recipes.recipe(name).recipe
                let versions = recipe.versions.map(\.version).sorted(by: >).map(\.string).joined(separator: ", ")
                table.add([name.string, versions, recipe.summary])
            } catch {
                failures.append("\(error)")
            }
        }
        try host.out(table.text)
        guard failures.isEmpty else { throw CommandFailure(.wrongRecipe, failures) }
        return .done
    }
}
