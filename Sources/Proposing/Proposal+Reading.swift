// Fills in a proposal in three stages: from the source, from the trial build on this machine, from the targets' builds.

import Basics
import Targets

/// A word of `--targets`, and the targets that it names.
public struct ProposedTarget: Hashable, Sendable {
    public var word: String
    public var targets: Set<Target>

    public init(word: String, targets: Set<Target>) {
        self.word = word
        self.targets = targets
    }
}

extension Proposal {
    /// Returns a proposal with the version and license that the source states, before any trial build.
    static func read(
        _ name: PackageName, from source: ProposedSource, version named: Version?, homepage: String?,
        listing: SourceListing
    ) throws(ProposingError) -> (Proposal, [Choice]) {
        let stated = LibraryFacts.version(in: listing)
        guard let version = named ?? stated?.version else { throw .noVersion }
        let reason = named == nil ? stated?.reason ?? "" : "the source's name"
        let license = ProposedLicense(of: name, in: listing)
        return (
            Proposal(name: name, version: version, source: source, license: license, homepage: homepage),
            [Choice("version", version.string, reason), Choice("license", license.expression, license.reason)]
        )
    }

    /// Fills in the products from the files of a trial build, which must include an archive. Returns the choices.
    mutating func complete(from installed: InstalledFiles) throws(ProposingError) -> [Choice] {
        libraries = installed.libraries(of: name.string)
        headers = installed.headers(of: name.string)
        module = LibraryFacts.module(library: name.string, archive: libraries[0])
        links = installed.links
        homepage = (homepage ?? installed.field("URL")).map(Self.encrypted)
        summary = LibraryFacts.summary(installed.field("Description"), name: name.string)
        guard !headers.isEmpty else { throw .noHeaders(name) }
        return [("libraries", libraries), ("headers", headers)].map { what, words in
            Choice(what, words.joined(separator: ", "), "installed by the trial build")
        }
    }

    private static func encrypted(_ homepage: String) -> String {
        homepage.hasPrefix("http:") ? "https:" + homepage.dropFirst(5) : homepage
    }

    /// Removes the failed targets from the recipe's targets. Returns the choice for this; empty if nothing changed.
    mutating func promise(_ tried: [ProposedTarget], without failed: Set<String>, host: Target) -> [Choice] {
        let bad = tried.filter { failed.contains($0.word) }
        let all = { (words: [ProposedTarget]) in Set(words.flatMap(\.targets)) }
        let left = PromisedTargets(tried: all(tried), failed: all(bad)).words(among: targets, host: host)
        guard !all(bad).isEmpty, !left.isEmpty, left != targets else { return [] }
        targets = left
        let words = bad.map(\.word).joined(separator: ", ")
        return [Choice("targets", left.joined(separator: ", "), "it did not build for \(words)")]
    }
}
