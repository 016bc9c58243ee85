import Basics
import Documents
import Packages
import Targets

/// The recipe language: the shape of a recipe, key by key. Readers, the JSON Schema and messages all use it.
public enum RecipeLanguage {
    /// The JSON Schema of a recipe, as committed in `docs/recipe.schema.json`.
    public static var jsonSchema: String {
        recipe.schema.json(id: "recipe.schema.json", title: "xbuild recipe")
    }

    static let recipe = Shape<RecipeDocument>.mapping(
        "a recipe",
        .expected("name", name.located, "the library's name, which is also the recipe's folder"),
        .expected("summary", Shape<String>.text("a summary").located, "one line that describes the library"),
        .expected(
            "license", license.located, "the SPDX expression of its license, for example `MIT` or `Apache-2.0 OR MIT`"),
        .optional("homepage", webAddress.located, "the library's web page"),
        .expected("versions", versions, "the versions that can be built, and where their sources are"),
        .expected("build", build, "the settings of the build"),
        .optional("depends", dependencies, default: [], "other recipes that it needs"),
        .optional("map", tables, default: [], "words that depend on the target, for `${NAME}`"),
        .optional("patches", patches, default: [], "unified diffs beside the recipe, for every version"),
        .optional("options", options, default: [], "parts of the library that can be enabled or disabled"),
        .optional("minimum", minimum, default: [], "the oldest system versions on which the result runs"),
        .optional("when", condition.located.list, default: [], "settings for some builds only, applied in order"),
        .optional(
            "targets", targetSelector.located.list.nonEmpty(),
            "the default targets: groups, names or triples; by default \(Recipe.usualWords)"),
        .expected("products", products.located, "the files that a build makes for the library's users"),
        .expected(
            "licenses", path("a path in the source").located.list.nonEmpty(),
            "files of the source that every package includes, for example `COPYING`"),
        .optional("tests", tests.located, "how to run the library's own tests"),
        .optional(
            "packages", packageFormat.list, default: [], "the packages that `xbuild recipe` makes besides its folder"),
        .optional("privacy", privacy, default: [], "the reasons that Apple requires for some system calls, by kind"),
        .optional(
            "explained", explained, default: [],
            "the reasons for results of configure that look wrong, by the name of the function or tool"),
        build: RecipeDocument.init)

    private static let minimum = Shape<[TableEntry<VersionedSystem, OSVersion>]>.table(
        "a table of system versions", keys: .oneOf("a system with versions", aliases: platformAliases),
        values: osVersion)
}
