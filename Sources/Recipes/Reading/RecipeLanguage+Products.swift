import Basics
import Documents

// What a build leaves.

extension RecipeLanguage {
    static let products = Shape<Products>.mapping(
        "a table of products",
        .required("libraries", archiveName.list.nonEmpty(), "the archives in `lib`, for example `libz.a`"),
        .required(
            "headers", headerPattern.list.nonEmpty(),
            "the public headers below `include`, in include order: paths, or patterns such as `openssl/*.h`"),
        .required("module", moduleName, "the name that stands behind `import`"),
        .optional("link", linkName.list, default: [], "libraries that a user links besides, for example `m`"),
        .optional("frameworks", linkName.list, default: [], "Apple frameworks that a user links besides"),
        .optional(
            "textual", headerPattern.list, default: [],
            "headers that cannot stand alone: included, never parsed by themselves"),
        .optional("excluded", headerPattern.list, default: [], "headers that the module leaves out"),
        build: makeProducts)

    private static func makeProducts(
        libraries: [RelativePath], headers: [HeaderPattern], module: ModuleName, links: [String], frameworks: [String],
        textual: [HeaderPattern], excluded: [HeaderPattern]
    ) -> Products {
        Products(
            libraries: libraries, headers: headers, module: module, links: links, frameworks: frameworks,
            textual: textual, excluded: excluded)
    }
}
