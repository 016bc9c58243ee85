import ArgumentParser
import Engine
import ObjectFiles

/// The arguments that select recipes, targets and options, shared by `recipe`, `plan` and `fetch`.
struct BuildArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The recipes to build.", valueName: "name[@version]"))
    var recipes: [String]

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Targets to build for instead of the recipe's: groups, names or triples, separated by commas.",
            valueName: "targets"))
    var targets: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to enable.", valueName: "option"))
    var with: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to disable.", valueName: "option"))
    var without: [String] = []

    @Option(help: ArgumentHelp("The toolchain to use.", valueName: "name"))
    var toolchain: String?

    @Option(help: ArgumentHelp("The folder of an SDK to use instead of the toolchain's.", valueName: "folder"))
    var sdk: String?

    @OptionGroup var storeArguments: StoreArguments

    @Option(
        help: ArgumentHelp(
            "Put a prefix before the library's symbols, so that a program can contain it twice.", valueName: "prefix"))
    var prefixSymbols: String?

    @Flag(help: "Fail if versions, options or files differ from the pins in xbuild.lock.")
    var locked = false

    func validate() throws {
        guard prefixSymbols.map(SymbolRenaming.isPrefix) ?? true else {
            throw ValidationError("`--prefix-symbols` takes the beginning of a C identifier")
        }
    }

    /// The folder that `--store` names.
    var store: String? { storeArguments.store }

    var request: BuildRequest {
        BuildRequest(
            recipes: recipes, targets: targets, with: with.flatMap(Self.words), without: without.flatMap(Self.words),
            toolchain: toolchain, sdk: sdk, lock: locked ? .required : .preferred, symbolNamespace: prefixSymbols)
    }

    static func words(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
}

extension SandboxMode: KeywordArgument {}
