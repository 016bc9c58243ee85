import Basics
import Documents

// Other recipes, and files beside this recipe.

/// A dependency with the places of its names.
struct DependencyBlock: Sendable {
    var name: Located<PackageName>
    var versions: VersionRange?
    var options: [Located<OptionName>] = []
    var without: [Located<OptionName>] = []
    var isPublic = false

    var dependency: Dependency {
        Dependency(
            name: name.value, versions: versions, options: options.map(\.value), without: without.map(\.value),
            isPublic: isPublic)
    }
}

extension RecipeLanguage {
    /// One dependency or several, each a name or a table.
    static let dependencies = Shape<DependencyBlock>.either(
        name.located.map { DependencyBlock(name: $0) }, or: dependencyTable
    ).oneOrMany

    private static let dependencyTable = Shape<DependencyBlock>.mapping(
        "a dependency's table",
        .required("name", name.located, "the recipe to depend on"),
        .optional("version", versionRange, "the accepted versions, for example `\">=3.0\"`; by default all"),
        .optional("options", optionName.located.oneOrMany, default: [], "options of it that must be on"),
        .optional("without", optionName.located.oneOrMany, default: [], "options of it that must be off"),
        .optional("public", .bool, default: false, "whether the headers of this library include those of the other"),
        build: DependencyBlock.init)

    /// Patches of one version or of all, each a path or a table.
    static let patches = Shape<Located<Patch>>.either(
        path("a patch").map { Patch(file: $0, strip: 1) }.located, or: patchTable
    ).oneOrMany

    private static let patchTable = Shape<Located<Patch>>.mapping(
        "a patch's table",
        .required("file", path("a path below the recipe").located, "the unified diff"),
        .optional(
            "strip", .integer("a number", in: 0...16), default: 1,
            "how many leading folders are dropped from the paths that it names")
    ) { file, strip in
        file.map { Patch(file: $0, strip: strip) }
    }

    static let files = path("a path below the recipe").located.oneOrMany

    static let tools = Shape<ToolName>.parsed(
        "a program's name", pattern: WordGrammar.program.pattern, hint: "write it without folders, for example `perl`",
        ToolName.init
    ).located.oneOrMany
}
