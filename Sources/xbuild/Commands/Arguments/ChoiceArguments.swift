import ArgumentParser

/// The arguments that name recipes, versions and options, for commands to which targets do not matter.
struct ChoiceArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The recipes.", valueName: "name[@version]"))
    var recipes: [String]

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to enable.", valueName: "option"))
    var with: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Options of the recipe to disable.", valueName: "option"))
    var without: [String] = []

    func request(_ lock: LockUse) -> BuildRequest {
        BuildRequest(
            recipes: recipes, with: with.flatMap(BuildArguments.words), without: without.flatMap(BuildArguments.words),
            lock: lock)
    }
}
