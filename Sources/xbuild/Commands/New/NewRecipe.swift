import Actions
import Basics
import Documents
import Engine
import Foundation
import Licenses
import Planning
import Proposing
import Recipes
import Store
import Targets

/// From a source to its recipe: examines it, tries a build on this machine, builds for the targets, writes.
struct NewRecipe {
    let build: Build
    let source: NewSource
    let name: PackageName
    /// The recipe's path, absolute.
    private let path: String

    /// How often a failed build is tried again with a remedy.
    private static let rounds = 6

    private var context: BuildContext { build.context }

    init(_ build: Build, source: NewSource, name: String?, output: String?) throws {
        self.build = build
        self.source = source
        guard let name = PackageName(name ?? source.name.lowercased()) else {
            throw CommandFailure(
                .usage, error: "`\(name ?? source.name)` cannot be a recipe's name", hint: "give another with --name")
        }
        self.name = name
        let host = build.context.host
        path = host.absolute(output ?? "\(build.context.recipes.folder)/\(name)/recipe.yaml")
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .usage, error: "`\(host.shortened(path))` exists",
                hint: "give another place with --output, or remove it")
        }
    }

    func write(for targets: [String]) async throws -> ExitStatus {
        let host = context.host
        let listing = try await listing()
        var draft = try draft(listing)
        let candidates = BuildCandidate.all(for: listing, library: name.string)
            .map { $0.asking(among: context.knownLibraries().filter { $0.recipe != name.string }, listing: listing) }
        guard !candidates.isEmpty else {
            throw CommandFailure(
                .wrongRecipe, error: "the source has no files of a known build system",
                hint: "write a recipe with `system: script`: see docs/recipes.md")
        }
        guard let installed = try await tried(candidates, listing, &draft) else { return .buildFailed }
        try complete(&draft, installed)
        var failed: [String] = []
        (draft, failed) = try await built(draft, listing, installed, for: targets)
        try narrow(&draft, targets, failed)
        try Task.checkCancellation()
        try put(draft)
        try reportLint()
        try host.out(host.shortened(path) + "\n")
        return failed.isEmpty ? .done : .buildFailed
    }

    // MARK: The source

    private func listing() async throws -> SourceListing {
        let placeholder = Proposal(
            name: name, summary: "a library", license: "MIT", homepage: nil, version: try version(nil),
            source: source.source,
            build: ProposedBuild(.autotools), libraries: ["libx.a"], headers: ["*.h"], module: "library",
            licenseFiles: ["COPYING"])
        let tree = try await PatchedSource(build, recipe: name.string, of: context.holding(placeholder)).tree()
        var files: [String: Digest] = [:]
        tree.forEachFile { if case .file(let digest, _) = $1 { files[$0.string] = digest } }
        var texts: [String: String] = [:]
        for path in SourceListing.wanted(of: Array(files.keys)) {
            guard let digest = files[path], digest.size < 8 << 20, let bytes = try? context.store.blob(digest) else {
                continue
            }
            texts[path] = String(decoding: bytes, as: UTF8.self)
        }
        return SourceListing(paths: Array(files.keys), texts: texts)
    }

    /// The version according to the source's address or its build files.
    private func version(_ listing: SourceListing?) throws -> Version {
        if let version = source.version ?? listing.flatMap({ LibraryFacts.version(in: $0)?.version }) { return version }
        guard listing == nil, let unknown = Version("0") else {
            throw CommandFailure(
                .usage, error: "neither the source nor its name contains a version",
                hint: "call the archive `NAME-VERSION`")
        }
        return unknown
    }

    private func draft(_ listing: SourceListing) throws -> Proposal {
        let version = try version(listing)
        let reason = source.version == nil ? LibraryFacts.version(in: listing)?.reason ?? "" : "the source's name"
        try report(Choice("version", version.string, reason))
        let files = listing.texts.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
            .map { LicenseVerdict.File(path: $0.key, text: $0.value) }
        let texts = files.filter { SourceListing.isLicenseText($0.path) }
        let verdict = LicenseVerdict(texts: texts, sources: files.filter { SourceListing.isSource($0.path) })
        let license = verdict?.expression ?? "LicenseRef-\(name)"
        try report(Choice("license", license, verdict?.reason ?? "no known license text: check it"))
        return Proposal(
            name: name, summary: "a library", license: license, homepage: source.homepage, version: version,
            source: source.source, build: ProposedBuild(.autotools), libraries: ["libx.a"], headers: ["*.h"],
            module: "library", licenseFiles: verdict?.files ?? texts.first.map { [$0.path] } ?? ["README"])
    }

    private func report(_ choice: Choice) throws { try context.host.out("\(choice)\n") }

    // MARK: Trials

    /// Tries each way to build until one installs archives on this machine.
    private func tried(
        _ candidates: [BuildCandidate], _ listing: SourceListing, _ draft: inout Proposal
    ) async throws -> InstalledFiles? {
        var reason = ""
        for candidate in candidates {
            for choice in candidate.choices { try report(choice) }
            draft.build = candidate.build
            for _ in 0..<Self.rounds {
                let trial = TrialBuild(build: build, proposal: draft)
                let (end, installed) = try await trial.install(for: "host")
                if let installed, !installed.libraries(of: name.string).isEmpty { return installed }
                guard case .failed(let plan, let outcome, let log) = end else {
                    reason = "it installs no archive"
                    break
                }
                reason = context.failures.firstReason(outcome, of: plan)
                guard let remedy = Remedy.find(for: draft.build, log: log, listing: listing) else {
                    context.failures.report(outcome, of: plan)
                    break
                }
                try report(remedy.choice)
                draft.build = remedy.build
            }
            try context.host.out("\(candidate.build.system.rawValue): does not build on this machine: \(reason)\n")
        }
        return nil
    }

    /// Fills in what the trial build shows.
    private func complete(_ draft: inout Proposal, _ installed: InstalledFiles) throws {
        let libraries = installed.libraries(of: name.string)
        draft.libraries = libraries
        draft.headers = installed.headers(of: name.string)
        draft.module = LibraryFacts.module(library: name.string, archive: libraries[0])
        draft.links = installed.links
        draft.homepage = encrypted(draft.homepage ?? installed.field("URL"))
        draft.summary = LibraryFacts.summary(installed.field("Description"), name: name.string)
        guard !draft.headers.isEmpty else {
            throw CommandFailure(.buildFailed, error: "`\(name)` installs no headers")
        }
        try report(Choice("libraries", libraries.joined(separator: ", "), "installed by the trial build"))
        try report(Choice("headers", draft.headers.joined(separator: ", "), "installed by the trial build"))
    }

    private func encrypted(_ homepage: String?) -> String? {
        homepage.map { $0.hasPrefix("http:") ? "https:" + $0.dropFirst(5) : $0 }
    }

    /// Builds for every target; a remedy that changes the recipe makes all targets build again.
    private func built(
        _ first: Proposal, _ listing: SourceListing, _ installed: InstalledFiles, for targets: [String]
    ) async throws -> (Proposal, failed: [String]) {
        var draft = first
        for round in 0... {
            var failed: [String] = []
            var ends: [String] = []
            var next: Proposal?
            for target in targets where next == nil {
                let trial = TrialBuild(build: build, proposal: draft)
                switch try await trial.package(for: target) {
                case .built: ends.append("\(target): built")
                case .failed(let plan, let outcome, let log):
                    next = try round < Self.rounds ? changed(draft, by: log, listing, installed) : nil
                    guard next == nil else { continue }
                    let reporter = context.failures
                    reporter.report(outcome, of: plan)
                    failed.append(target)
                    ends.append("\(target): failed: \(reporter.firstReason(outcome, of: plan))")
                }
            }
            guard let next else {
                for end in ends { try context.host.out(end + "\n") }
                return (draft, failed)
            }
            draft = next
        }
        return (draft, [])
    }

    /// A remedy; nil if none is known.
    private func changed(
        _ draft: Proposal, by log: [String], _ listing: SourceListing, _ installed: InstalledFiles
    ) throws -> Proposal? {
        var next = draft
        if let template = installed.template(blamedIn: log), !draft.textual.contains(template) {
            next.textual.append(template)
            try report(Choice("textual", template, "it compiles only inside another header"))
        } else if case let headers = InstalledFiles.unreached(reportedIn: log).filter({ !draft.textual.contains($0) }),
            !headers.isEmpty
        {
            next.textual += headers
            try report(
                Choice("textual", headers.joined(separator: ", "), "it does not compile by itself for some target"))
        } else if let remedy = Remedy.find(for: draft.build, log: log, listing: listing) {
            next.build = remedy.build
            try report(remedy.choice)
        } else {
            return nil
        }
        return next
    }

    /// Restricts the recipe's targets to those that were built here.
    private func narrow(_ draft: inout Proposal, _ targets: [String], _ failed: [String]) throws {
        let host = context.host.target
        let (tried, bad) = (try Self.targets(targets, host), try Self.targets(failed, host))
        let left = PromisedTargets(tried: tried, failed: bad).words(among: draft.targets, host: host)
        guard !bad.isEmpty, !left.isEmpty, left != draft.targets else { return }
        draft.targets = left
        try report(
            Choice("targets", left.joined(separator: ", "), "it did not build for \(failed.joined(separator: ", "))"))
    }

    private static func targets(_ words: [String], _ host: Target) throws -> Set<Target> {
        Set(try Preparation.selectors(words).flatMap { $0.targets(host: host) })
    }

    // MARK: The recipe

    /// Writes beside the file, then renames: a recipe is written completely or not at all.
    private func put(_ draft: Proposal) throws {
        let url = URL(filePath: path)
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if let archive = source.archive {
                let place = folder.appending(path: URL(filePath: archive).lastPathComponent).path
                if !FileManager.default.fileExists(atPath: place) {
                    try FileManager.default.copyItem(atPath: archive, toPath: place)
                }
            }
            try Data(draft.text.utf8).write(to: url, options: .atomic)
        } catch {
            throw CommandFailure(.usage, error: "cannot write `\(context.host.shortened(path))`")
        }
    }

    private func reportLint() throws {
        let shown = context.host.shortened(path)
        let lint = try RecipeCatalog.lint(file: path, shown: shown)
        for finding in lint.findings { context.host.talk(finding.rendered(in: lint.source) + "\n") }
    }
}
