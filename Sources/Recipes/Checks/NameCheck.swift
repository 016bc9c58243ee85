import Basics
import Documents

/// Checks that a recipe has the name of its folder.
struct NameCheck: RecipeCheck {
    let folder: String?

    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        guard let folder, let name = recipe.name, name.value.string != folder else { return }
        findings.error(
            "the recipe `\(name.value)` is in the folder `\(folder)`", at: name.mark,
            hint: "give both the same name")
    }
}
