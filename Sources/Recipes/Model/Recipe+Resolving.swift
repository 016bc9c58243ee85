import Basics
import Targets

// From what an author declares to what one build needs: pure functions.

extension Recipe {
    /// Decides version and options as a person asked. Throws when there is no such version or option, when one is both
    /// put in and left out, or when one lacks another that it needs.
    public func choice(for request: RecipeRequest) throws(RecipeError) -> RecipeChoice {
        let wanted = request.version ?? defaultVersion
        guard let version = self[wanted] else {
            throw .unknownVersion(name, wanted, known: versions.map(\.version))
        }
        var chosen: [OptionName: Bool] = [:]
        for option in options where option.exists(in: wanted) { chosen[option.name] = option.isOnByDefault }
        let (with, without) = (try names(request.with, wanted), try names(request.without, wanted))
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

    /// Folds options and `when:` entries for one target and toolchain. Never fails: the choice fits the recipe.
    public func resolved(_ choice: RecipeChoice, target: Target, toolchain: String) -> ResolvedRecipe {
        var settings = settings
        var minimum = VersionedSystem(target).flatMap { self.minimum[$0] }
        for option in options {
            if let isOn = choice.options[option.name] { settings.configure += isOn ? option.on : option.off }
        }
        for condition in conditions
        where condition.matches(
            version: choice.version.version, target: target, toolchain: toolchain, options: choice.options)
        {
            settings.add(condition.settings)
            minimum = condition.minimum ?? minimum
        }
        return ResolvedRecipe(
            name: name, version: choice.version, target: target, toolchain: toolchain, options: choice.options,
            build: build, slices: slices, configure: settings.configure, cflags: settings.cflags,
            ldflags: settings.ldflags, defines: settings.defines, variables: settings.variables,
            sysroot: settings.sysroot, bitcode: settings.bitcode ?? .off,
            minimum: VersionedSystem(target) == nil ? nil : minimum, products: products, licenseFiles: licenseFiles,
            tests: tests)
    }

    /// The same in one step, for a version of the recipe and options that differ from their defaults.
    public func resolved(
        version: Version? = nil, target: Target, toolchain: String, options: [OptionName: Bool] = [:]
    ) throws(RecipeError) -> ResolvedRecipe {
        let names = options.keys.sorted()
        let request = RecipeRequest(
            name: name, version: version, with: names.filter { options[$0] == true }.map(\.string),
            without: names.filter { options[$0] == false }.map(\.string))
        return resolved(try choice(for: request), target: target, toolchain: toolchain)
    }
}
