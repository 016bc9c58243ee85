import Basics
import Targets

// Resolves an author's declaration for one build. All functions are pure.

extension Recipe {
    /// Returns the version and the options for a request. Throws when the recipe has no such version or option, when an
    /// option is both enabled and disabled, or when it is on and requires another option that is off.
    public func choice(for request: RecipeRequest) throws(RecipeError) -> RecipeChoice {
        let wanted = request.version ?? defaultVersion
        guard let version = version(named: wanted) else {
            throw .unknownVersion(name, wanted, known: versions.map(\.version))
        }
        let exact = version.version
        var chosen: [OptionName: Bool] = [:]
        for option in options where option.exists(in: exact) { chosen[option.name] = option.isOnByDefault }
        let (with, without) = (try names(request.with, exact), try names(request.without, exact))
        if let both = with.first(where: without.contains) { throw .contradiction(both) }
        for name in with { chosen[name] = true }
        for name in without { chosen[name] = false }
        try checkRequirements(chosen)
        return RecipeChoice(version: version, options: chosen)
    }

    private func names(_ words: [String], _ version: Version) throws(RecipeError) -> [OptionName] {
        var result: [OptionName] = []
        for word in words {
            guard let option = options.first(where: { $0.name.string == word }) else {
                throw .unknownOption(name, word, known: options.map(\.name))
            }
            guard option.exists(in: version) else { throw .optionNotInVersion(name, option.name, version) }
            result.append(option.name)
        }
        return result
    }

    private func checkRequirements(_ chosen: [OptionName: Bool]) throws(RecipeError) {
        for option in options where chosen[option.name] == true {
            if let missing = option.requires.first(where: { chosen[$0] != true }) {
                throw .missingRequirement(name, option.name, needs: missing)
            }
        }
    }

    /// Returns the recipe for one target and toolchain, with options and `when:` entries applied. Throws when a table
    /// that the recipe uses has no value for the target.
    public func resolved(
        _ choice: RecipeChoice, target: Target, toolchain: String
    ) throws(RecipeError) -> ResolvedRecipe {
        let folded = Folded(self, choice, target: target, toolchain: toolchain)
        let settings = folded.settings
        var resolver = WordResolver(recipe: self, target: target)
        resolver.arguments = try resolver.words(settings.configure)
        return ResolvedRecipe(
            name: name, version: choice.version, target: target, toolchain: toolchain, options: choice.options,
            build: try resolver.build(build), slices: slices, tools: tools, files: files,
            dependencies: folded.dependencies, configure: resolver.arguments,
            cflags: try resolver.words(settings.cflags), ldflags: try resolver.words(settings.ldflags),
            defines: settings.defines,
            variables: try resolver.variables(settings.variables), sysroot: settings.sysroot,
            bitcode: settings.bitcode ?? .off, minimum: folded.minimum, products: products(choice),
            licenseFiles: licenseFiles, tests: try tests.map(resolver.tests))
    }
}

/// The settings after options and `when:` entries are applied.
private struct Folded {
    var settings: Settings
    var dependencies: [Dependency]
    var minimum: OSVersion?

    init(_ recipe: Recipe, _ choice: RecipeChoice, target: Target, toolchain: String) {
        (settings, dependencies) = (recipe.settings, recipe.dependencies)
        minimum = VersionedSystem(target).flatMap { recipe.minimum[$0] }
        for option in recipe.options {
            guard let isOn = choice.options[option.name] else { continue }
            settings.configure += isOn ? option.on : option.off
            if isOn { dependencies += option.dependencies }
        }
        for condition in recipe.conditions
        where condition.matches(
            version: choice.version.version, target: target, toolchain: toolchain, options: choice.options)
        {
            settings.add(condition.settings)
            dependencies += condition.dependencies
            minimum = condition.minimum(for: target) ?? minimum
        }
    }
}
