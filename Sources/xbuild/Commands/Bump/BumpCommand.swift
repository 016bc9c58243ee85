import ArgumentParser
import Basics
import Documents
import Machine
import Recipes
import SystemPackage

/// `xbuild bump`: updates a recipe to a newer version that its source offers.
struct BumpCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: "Look for a newer version of a recipe's source, and pin it.",
        discussion: """
            Newer versions are looked up in Debian's suites, or in the server's folder if only the last part of an \
            address contains the version. The digest of a new file is computed from the download: review the file.

            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: "The recipe's name.")
    var recipe: String

    @Option(
        help: ArgumentHelp("Debian releases to look in (default: those of the recipe, then testing and unstable)."))
    var suite: [String] = []

    @Flag(help: "Only print the newer version.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let recipe = try context.recipes.recipe(RecipeRequest(recipe).name).recipe
        guard let newest = recipe.versions.max(by: { $0.version < $1.version }) else { return .done }
        guard let change = try await change(of: newest, recipe.name, host) else {
            try host.out("\(recipe.name) \(newest.version) is the newest\n")
            return .done
        }
        try host.out("\(recipe.name) \(change.from) -> \(change.to) (\(change.sources[0].place.words))\n")
        if !dryRun { try write(change, path: "\(context.recipes.folder)/\(recipe.name)/recipe.yaml", host) }
        return .done
    }

    /// Returns the change to the newest version that all listed sources offer; nil if there is none.
    private func change(
        of version: RecipeVersion, _ name: PackageName, _ host: Host
    ) async throws -> VersionChange? {
        let scratch = FilePath(try host.makeScratch("bump"))
        defer { try? scratch.removeTree() }
        let finder = NewerSources(host: host, suites: suite, scratch: scratch)
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
        // A source that cannot be listed, but has the same file as a listed one, gets the digest of the new file.
        let copies = version.sources.map { source in
            pins[source.sha256].map { VersionChange.Source(.url, sha256: $0.sha256) }
        }
        return VersionChange(
            from: version.version, to: newest, sources: zip(sources, copies).compactMap { $0 ?? $1 })
    }

    /// Throws unless each source can be listed, or is an address with a file that a listed source also has.
    private func checkListed(
        _ version: RecipeVersion, _ offers: [[NewerSources.Offer]?], _ name: PackageName
    ) throws {
        let known = Set(zip(version.sources, offers).compactMap { $1 == nil ? nil : $0.sha256 })
        for (source, offers) in zip(version.sources, offers) where offers == nil {
            if case .url = source.place, known.contains(source.sha256) { continue }
            throw CommandFailure(
                .usage,
                error: "a source of `\(name)` \(version.version) has a location where versions cannot be listed",
                hint: "Debian's files can be listed, and addresses in which only the last part contains the version")
        }
    }

    /// Writes a temporary file and renames it: the recipe is replaced completely or not at all.
    private func write(_ change: VersionChange, path shown: String, _ host: Host) throws {
        let path = host.absolute(shown)
        let bytes = try change.applied(to: FileSystem.contents(path), file: shown)
        try CommandFailure.writing(shown) { () throws(FileError) in try FileSystem.write(bytes, to: path) }
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
