import ArgumentParser
import Basics
import Documents
import Foundation
import Recipes
import SystemPackage

/// `xbuild bump`: makes a recipe's newest version a newer one that its source offers.
struct BumpCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: "Look for a newer version of a recipe's source, and pin it.",
        discussion: """
            Debian's suites can be listed, and the folder of an address whose last part alone names the version; the \
            digest of a file that is found there is that of what comes now: look at it.

            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: "The recipe's name.")
    var recipe: String

    @Option(
        help: ArgumentHelp("Debian releases to look in (default: those of the recipe, then testing and unstable)."))
    var suite: [String] = []

    @Flag(help: "Only say what there is.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let recipe = try self.recipe(context.recipes)
        guard let newest = recipe.versions.max(by: { $0.version < $1.version }) else { return .done }
        guard let change = try await change(of: newest, recipe.name, context) else {
            try host.out("\(recipe.name) \(newest.version) is the newest\n")
            return .done
        }
        try host.out("\(recipe.name) \(change.from) -> \(change.to) (\(change.sources[0].place.words))\n")
        if !dryRun { try write(change, path: "\(context.recipes.folder)/\(recipe.name)/recipe.yaml", host) }
        return .done
    }

    private func recipe(_ catalog: RecipeCatalog) throws(RecipeError) -> Recipe {
        try catalog.recipe(try RecipeRequest(recipe).name).recipe
    }

    /// Nil when nothing newer is offered for every source of the version.
    private func change(
        of version: RecipeVersion, _ name: PackageName, _ context: BuildContext
    ) async throws -> VersionChange? {
        let scratch = FilePath(try context.host.makeScratch("bump"))
        defer { try? FileManager.default.removeItem(atPath: scratch.string) }
        let finder = NewerSources(context: context, suites: suite, scratch: scratch)
        var offers: [[NewerSources.Offer]?] = []
        for source in version.sources { offers.append(try await finder.offers(for: source, than: version.version)) }
        try checkListed(version, offers, name)
        let listed = offers.compactMap(\.self)
        let common = (listed.first ?? []).map(\.version).filter { wanted in
            listed.allSatisfy { $0.contains { $0.version == wanted } }
        }
        guard let newest = common.max() else { return nil }
        var pins: [SHA256Value: VersionChange.Source] = [:]
        var sources: [VersionChange.Source?] = []
        for (source, offers) in zip(version.sources, offers) {
            guard let offer = offers?.first(where: { $0.version == newest }) else {
                sources.append(nil)
                continue
            }
            let pin = try await finder.source(of: offer)
            pins[source.sha256] = pin
            sources.append(pin)
        }
        // Where the same file lies elsewhere, the address follows.
        let copies = version.sources.map { source in
            pins[source.sha256].map { VersionChange.Source(.url, sha256: $0.sha256) }
        }
        return VersionChange(
            from: version.version, to: newest, sources: zip(sources, copies).compactMap { $0 ?? $1 })
    }

    /// Each source can be listed, or is an address of a file that another one can be listed for.
    private func checkListed(
        _ version: RecipeVersion, _ offers: [[NewerSources.Offer]?], _ name: PackageName
    ) throws {
        let known = Set(zip(version.sources, offers).compactMap { $1 == nil ? nil : $0.sha256 })
        for (source, offers) in zip(version.sources, offers) where offers == nil {
            if case .url = source.place, known.contains(source.sha256) { continue }
            throw CommandFailure(
                .usage, error: "a source of `\(name)` \(version.version) lies where versions cannot be listed",
                hint: "a file of Debian can be, and one at an address whose last part alone names the version")
        }
    }

    /// Beside the file, then renamed: a recipe is there as a whole or not at all.
    private func write(_ change: VersionChange, path shown: String, _ host: Host) throws {
        let url = URL(filePath: host.absolute(shown))
        do {
            let bytes = Array(try Data(contentsOf: url))
            try Data(try change.applied(to: bytes, file: shown)).write(to: url, options: .atomic)
        } catch let faults as Faults {
            throw faults
        } catch {
            throw CommandFailure(.usage, error: "cannot write `\(shown)`")
        }
    }
}

extension VersionChange.Source.Place {
    fileprivate var words: String {
        switch self {
        case .debian(_, _, let suite): suite
        case .url: "its server"
        }
    }
}
