import Basics
import Documents

// The products of a build.

extension RecipeLanguage {
    static let products = Shape<Products>.mapping(
        "a table of products",
        .required("libraries", archiveName.list.nonEmpty(), "the archives in `lib`, for example `libz.a`"),
        .required(
            "headers", headerPattern.list.nonEmpty(),
            "the public headers below `include`, in include order: paths, or patterns such as `openssl/*.h`"),
        .required("module", moduleName, "the name to write after `import`"),
        .optional("link", linkName.list, default: [], "other libraries that a user must link, for example `m`"),
        .optional("frameworks", linkName.list, default: [], "Apple frameworks that a user must link"),
        .optional(
            "textual", headerPattern.list, default: [],
            "headers that do not compile alone: included, never parsed by themselves"),
        .optional("excluded", headerPattern.list, default: [], "headers that the module leaves out"),
        layout,
        build: Products.init)

    private static let layout = Key<ModuleLayout>.group(
        .optional(
            "umbrella", path("a header below `include`"),
            "the public header that includes all others, which are then not listed"),
        .optional(
            "submodules", Shape<ModuleLayout.Submodules>.oneOf("a way to divide a module"),
            "whether each header or each folder becomes a submodule"),
        .optional("requires", feature.list, default: [], "features that the module requires, for example `!windows`"),
        .optional(
            "config-macros", word("a macro", .identifier).list, default: [],
            "macros that an importer may set to change the contents of the headers"),
        .optional("defines", values, default: [:], "macros that are written into the public headers"),
        build: ModuleLayout.init)

    private static let values = define.list.map { defines in
        Dictionary(defines.map { ($0.name, $0.value ?? "1") }) { $1 }
    }

    /// Source: "Requires declaration" in clang's documentation of modules.
    private static let feature = Shape<String>.parsed(
        "a feature", pattern: "^!?[A-Za-z_][A-Za-z0-9_]*$", hint: "for example `cplusplus` or `!windows`"
    ) { text in
        WordGrammar.identifier.accepts(text.hasPrefix("!") ? text.dropFirst() : text[...]) ? text : nil
    }
}
