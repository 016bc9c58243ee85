import ArgumentParser
import Basics
import Documents
import Fetching
import Foundation
import Recipes
import SystemPackage

/// `xbuild bump`: makes a recipe's newest version a newer one that its source offers.
struct BumpCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: "Look for a newer version of a recipe's source, and pin it.",
        discussion: "Debian's suites can be listed; addresses and other places cannot.\n\n" + ExitStatus.help)

    @ArgumentParser.Argument(help: "The recipe's name.")
    var recipe: String

    @Option(
        help: ArgumentHelp("Debian releases to look in (default: those of the recipe, then testing and unstable)."))
    var suite: [String] = []

    @Flag(help: "Only say what there is.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let workshop = try Workshop(host: host, store: nil)
        let recipe = try self.recipe(workshop.recipes)
        guard let newest = recipe.versions.max(by: { $0.version < $1.version }) else { return .done }
        guard let change = try await change(of: newest, recipe.name, workshop) else {
            try host.out("\(recipe.name) \(newest.version) is the newest\n")
            return .done
        }
        try host.out("\(recipe.name) \(change.from) -> \(change.to) (\(change.sources[0].suite))\n")
        if !dryRun { try write(change, path: "\(workshop.recipes.folder)/\(recipe.name)/recipe.yaml", host) }
        return .done
    }

    private func recipe(_ catalog: RecipeCatalog) throws -> Recipe {
        do throws(RecipeError) {
            return try catalog.recipe(try RecipeRequest(recipe).name).recipe
        } catch {
            if case .faults = error { throw CommandFailure(.wrongRecipe, ["\(error)"]) }
            throw CommandFailure(.usage, error: "\(error)", hint: error.hint)
        }
    }

    /// Nil when nothing newer is offered for every source of the version.
    private func change(
        of version: RecipeVersion, _ name: PackageName, _ workshop: Workshop
    ) async throws -> VersionChange? {
        var offers: [[Newer]] = []
        for source in version.sources {
            guard case .debian(let file) = source.place else {
                throw CommandFailure(
                    .usage, error: "a source of `\(name)` \(version.version) lies where versions cannot be listed",
                    hint: "only sources of Debian can be listed: write the new version by hand")
            }
            offers.append(try await newer(file, than: version.version, workshop))
        }
        let common = (offers.first ?? []).map(\.version).filter { wanted in
            offers.allSatisfy { $0.contains { $0.version == wanted } }
        }
        guard let newest = common.max() else { return nil }
        let sources = offers.compactMap { $0.first { $0.version == newest }?.source }
        return VersionChange(from: version.version, to: newest, sources: sources)
    }

    private struct Newer {
        var version: Version
        var source: VersionChange.Source
    }

    private func newer(
        _ file: Source.DebianFile, than version: Version, _ workshop: Workshop
    ) async throws -> [Newer] {
        let own = file.suites + ["testing", "unstable"].filter { !file.suites.contains($0) }
        let host = workshop.host
        let scratch = FilePath(try host.makeScratch("bump"))
        defer { try? FileManager.default.removeItem(atPath: scratch.string) }
        let effects = FetchEffects.live(environment: host.environment, say: { host.talk("note: \($0)\n") })
        let listing = DebianOffers(effects: effects, settings: workshop.fetchSettings)
        var offers: [DebianOffers.Offer] = []
        do {
            offers = try await listing.list(file.package, suites: suite.isEmpty ? own : suite, scratch: scratch)
        } catch {
            throw CommandFailure(.noSource, error: "\(error)")
        }
        return offers.compactMap(Self.newer).filter { $0.version > version }
    }

    /// A version as upstream calls it: Debian marks what it packed anew behind a `+`, and what is no release by `~`.
    private static func newer(_ offer: DebianOffers.Offer) -> Newer? {
        let upstream = offer.upstream.prefix { $0 != "+" }
        guard !upstream.contains("~"), let version = Version(String(upstream)), let tarball = offer.tarball,
            let file = RelativePath(tarball.name)
        else { return nil }
        return Newer(
            version: version,
            source: VersionChange.Source(
                version: offer.upstream, file: file, suite: offer.suite, sha256: tarball.sha256))
    }

    /// Beside the file, then renamed: a recipe is there as a whole or not at all.
    private func write(_ change: VersionChange, path shown: String, _ host: Host) throws {
        let url = URL(filePath: host.absolute(shown))
        do {
            let bytes = Array(try Data(contentsOf: url))
            try Data(try change.applied(to: bytes, file: shown)).write(to: url, options: .atomic)
        } catch let faults as Faults {
            throw CommandFailure(.wrongRecipe, ["\(faults)"])
        } catch {
            throw CommandFailure(.usage, error: "cannot write `\(shown)`")
        }
    }
}
