import Documents
import Targets

/// Resolves a recipe's words for one target: looks up its tables and replaces `${ARGUMENTS}`.
struct WordResolver {
    let recipe: Recipe
    let target: Target
    /// The replacement of `${ARGUMENTS}`.
    var arguments: [ResolvedWord] = []

    func words(_ words: [RecipeWord]) throws(RecipeError) -> [ResolvedWord] {
        var result: [ResolvedWord] = []
        for word in words {
            if word.pieces == [.variable(.arguments)] {
                result += arguments
            } else {
                result.append(try self.word(word))
            }
        }
        return result
    }

    func word(_ word: RecipeWord) throws(RecipeError) -> ResolvedWord {
        var pieces: [ResolvedWord.Piece] = []
        for piece in word.pieces {
            switch piece {
            case .text(let text): pieces.append(.text(text))
            case .variable(.build(let variable)): pieces.append(.variable(variable))
            case .variable(.table(let name)): pieces += ResolvedWord(text: try value(of: name.value)).pieces
            // The reader accepts `${ARGUMENTS}` only as a whole word, which `words` replaces.
            case .variable(.arguments): pieces += []
            }
        }
        return ResolvedWord(pieces)
    }

    private func value(of table: TableName) throws(RecipeError) -> String {
        // The reader ensures that the table exists.
        guard let value = recipe.tables.first(where: { $0.name == table })?.value(for: target) else {
            throw .notInTable(recipe.name, table, target)
        }
        return value
    }
}

extension WordResolver {
    func build(_ build: BuildSystem<RecipeVariable>) throws(RecipeError) -> BuildSystem<BuildVariable> {
        switch build {
        case .autotools(let system):
            .autotools(
                Autotools(
                    bootstrap: system.bootstrap, make: try words(system.make), install: try words(system.install),
                    isInSource: system.isInSource))
        case .script(let system):
            .script(
                Script(
                    configure: try system.configure.map(words), build: try system.build.map(words),
                    install: try system.install.map(words), test: try system.test.map(words),
                    isInSource: system.isInSource))
        case .cmake(let system): .cmake(try ninjaBuild(system))
        case .meson(let system): .meson(try ninjaBuild(system))
        }
    }

    private func ninjaBuild(_ build: NinjaBuild<RecipeVariable>) throws(RecipeError) -> NinjaBuild<BuildVariable> {
        NinjaBuild(source: build.source, targets: try words(build.targets), install: try words(build.install))
    }

    func tests(_ tests: LibraryTests<RecipeVariable>) throws(RecipeError) -> LibraryTests<BuildVariable> {
        LibraryTests(
            configure: try words(tests.configure), arguments: try words(tests.arguments),
            needsTracing: tests.needsTracing)
    }

    func variables(_ variables: [String: RecipeWord]) throws(RecipeError) -> [String: ResolvedWord] {
        var result: [String: ResolvedWord] = [:]
        for (name, word) in variables { result[name] = try self.word(word) }
        return result
    }
}
