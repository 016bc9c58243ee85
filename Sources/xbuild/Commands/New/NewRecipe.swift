import Actions
import Basics
import Machine
import Proposing
import Recipes
import Store
import SystemPackage
import Targets

/// Makes the recipe of a source: fetches the source, makes the attempts of a `ProposalSearch`, and writes the recipe.
struct NewRecipe {
    private let build: Build
    private let source: NewSource
    private let name: PackageName
    /// The recipe's path, absolute.
    private let path: String

    private var context: BuildContext { build.context }
    private var host: Host { context.host }

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
        guard !FileSystem.exists(path) else {
            throw CommandFailure(
                .usage, error: "`\(host.shortened(path))` exists",
                hint: "give another place with --output, or remove it")
        }
    }

    /// Makes and writes the recipe; returns the exit status.
    ///
    /// - Parameter words: the arguments of `--targets`.
    func write(for words: [String]) async throws -> ExitStatus {
        let targets = try words.map { word in
            ProposedTarget(
                word: word, targets: Set(try Preparation.selectors([word]).flatMap { $0.targets(host: host.target) }))
        }
        var search = try ProposalSearch(
            name, from: source.source, version: source.version, homepage: source.homepage,
            listing: try await listing(), known: context.knownLibraries(), for: targets, host: host.target)
        try say(&search)
        while let attempt = try search.attempt {
            let end = try await TrialBuild(build: build, proposal: search.proposal).make(attempt)
            if try search.record(end.result) == .rejected { context.failures.report(end.outcome, of: end.plan) }
            try say(&search)
        }
        guard let failed = search.failedTargets else { return .buildFailed }
        try Task.checkCancellation()
        try put(search.proposal)
        try reportLint()
        try host.out(host.shortened(path) + "\n")
        return failed.isEmpty ? .done : .buildFailed
    }

    private func say(_ search: inout ProposalSearch) throws {
        for line in search.takeLines() { try host.out(line + "\n") }
    }

    private func listing() async throws -> SourceListing {
        guard let version = source.version ?? Version("0") else { throw ProposingError.noVersion }
        let placeholder = Proposal(name: name, version: version, source: source.source, license: .unread(name))
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

    /// Writes a temporary file and renames it: the recipe is written completely or not at all.
    private func put(_ draft: Proposal) throws {
        try CommandFailure.writing(host.shortened(path)) { () throws(FileError) in
            let folder = FilePath(path).removingLastComponent()
            try folder.makeFolders()
            if let archive = source.archive, let name = FilePath(archive).lastComponent {
                let place = folder.appending(name)
                if !place.exists { try FileSystem.copyFile(archive, to: place.string) }
            }
            try FileSystem.write(draft.text.utf8, to: path)
        }
    }

    private func reportLint() throws {
        let lint = try RecipeCatalog.lint(file: path, shown: host.shortened(path))
        for finding in lint.findings { host.talk(finding.rendered(in: lint.source) + "\n") }
    }
}
