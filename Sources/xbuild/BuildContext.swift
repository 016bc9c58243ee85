import Actions
import Basics
import Engine
import Fetching
import Foundation
import Machine
import Planning
import Recipes
import Remote
import Store
import SystemPackage
import Toolchains

/// The objects that commands work with (store, remote cache, catalogs), made from a `Host` and the chosen folders.
struct BuildContext: Sendable {
    private(set) var host: Host
    /// The local store, which all runs on this machine share.
    let store: DiskStore
    /// The keys whose signatures are trusted; nil if the signatures of results are not checked.
    private let trust: ResultTrust?
    /// The local store with the remote cache behind it; nil without a remote cache.
    private(set) var remote: RemoteStore?
    /// The remote workers; nil if none are used.
    let workers: Workers?
    let digests: FileDigestCache
    var recipes: RecipeCatalog
    let toolchains: ToolchainCatalog
    /// The calls to this machine with which toolchains are found.
    let toolchainEffects: ToolchainEffects

    /// For commands that use the store only as a cache: if there is no folder for the store, they cache nothing.
    ///
    /// - Throws: `CatalogFaults` when a toolchain file is wrong.
    init(remembering host: Host) throws {
        // No file can be made below a device.
        let store = (try? host.openStore(nil)) ?? DiskStore(at: "/dev/null", access: .readOnly)
        try self.init(host: host, store: store, nil, keys: nil)
    }

    /// - Throws: `CatalogFaults` when a toolchain file is wrong, `KeyFileError` for a wrong key, `CommandFailure` when
    ///   there is no folder for the store, and `StoreError` when the store is not trusted.
    init(host: Host, store path: String?, remote request: RemoteRequest? = nil) throws {
        let choice = try request.flatMap { try RemoteChoice($0, on: host) }
        let keys = try choice?.keys ?? KeyChoice(trusting: request?.trust ?? [], on: host)
        try self.init(host: host, store: host.openStore(path, trust: keys.trust), choice, keys: keys)
    }

    private init(host: Host, store: DiskStore, _ choice: RemoteChoice?, keys: KeyChoice?) throws {
        self.host = host
        self.store = store
        trust = keys?.trust
        var choice = choice
        if store.access == .readOnly, choice != nil {
            host.talk("note: the store `\(store.path)` cannot be written: the remote cache is not used\n")
            choice = nil
        }
        let remote = choice?.store(before: store, on: host)
        self.remote = remote
        workers = remote.flatMap { choice?.workers(over: $0, on: host) }
        let digests = FileDigestCache(in: store)
        self.digests = digests
        toolchainEffects = ToolchainEffects.live(
            environment: host.environment,
            output: { arguments in await Self.output(of: arguments, on: host) },
            run: Self.examination(on: host),
            digests: ToolDigests(
                file: { path in try? digests.digest(ofFile: path) },
                folder: { path in try? digests.digest(ofFolder: path) },
                text: { text in Digest(of: Array(text.utf8)) }),
            memory: ToolMemory(recall: digests.facts.words, remember: digests.facts.remember)
        ).remembering()
        recipes = RecipeCatalog(folder: host.shortened(host.home + "/recipes"))
        toolchains = try ToolchainCatalog.read(folders: [host.home + "/toolchains"])
    }

    /// This context without messages.
    var silent: BuildContext {
        var copy = self
        copy.host.talk = { _ in }
        return copy
    }

    /// This context with only the remote cache, if there is one: local results do not count.
    var askingRemoteAlone: BuildContext {
        var copy = self
        copy.remote = remote?.remoteOnly
        return copy
    }

    /// The store in which results are looked up and stored.
    var results: any FileStore { remote ?? store }

    /// Runs `body` under a lease and returns its result. Until then the store keeps everything that `body` uses or
    /// makes.
    func leased<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
        let lease = try await store.lease { host.talk("note: waiting for a collection of the store\n") }
        defer { withExtendedLifetime(lease) {} }
        return try await body()
    }

    /// Prints a note if a run stored results and the store has more than the size that a collection leaves, at most once
    /// a week.
    func reportStoreSize(after outcome: RunOutcome) {
        guard outcome.counts.built > 0, let size = try? store.sizeIfDue(), size > StoreSizeCheck.limit else { return }
        let limit = ByteSize(bytes: StoreSizeCheck.limit).words
        host.talk(
            """
            note: the store `\(store.path)` has \(ByteSize(bytes: size).words): `xbuild store gc` removes the least \
            recently used results until it has \(limit)

            """)
    }

    /// Ends the use of a remote cache: waits for running uploads.
    func finishRemote() async throws(StoreError) { try await remote?.finish() }

    /// Prints a note about the results that were not used because no trusted key signed them.
    func reportUntrusted() {
        guard let count = trust?.refusedCount, count > 0 else { return }
        let subject = count == 1 ? "1 result of the cache is" : "\(count) results of the cache are"
        host.talk("note: \(subject) not signed by a trusted key\n")
    }

    var failures: FailureReporter { FailureReporter(store: store, host: host) }

    /// Returns an engine, which runs plans and examines stored results.
    func engine(_ counting: Build.Results = .all) -> Engine {
        let results = results
        var engine = Engine(
            store: results, shared: store, workRoot: FilePath("\(store.path)/\(WorkPlaces.folder)"), builtins: builtins)
        if counting == .complete { engine.completeness = CompletenessCheck(of: results) }
        engine.workers = workers
        engine.facts = digests.facts
        engine.wording = host.wording
        return engine
    }

    /// Returns the digests of local files, by their paths.
    func digests(of paths: some Sequence<String>) throws -> [String: Digest] {
        try Dictionary(paths.uniqued().map { ($0, try digests.digest(ofFile: $0)) }) { first, _ in first }
    }

    /// Returns xbuild's own small programs, which are in the folder of its executable.
    func carriedTools() throws -> CarriedTools {
        let folder = FileSystem.parent(of: host.executable) ?? ""
        let file = { (name: String) throws -> LocalFile in
            let path = "\(folder)/\(name)"
            guard FileSystem.isExecutable(path) else {
                throw CommandFailure(
                    .fault, error: "the program `\(name)` is not beside `\(host.executable)`",
                    hint: "build all of the package's products")
            }
            return LocalFile(path: path, digest: try digests.digest(ofFile: path))
        }
        return CarriedTools(lipo: try file("lipo"), probeLinker: try file("probe-ld"))
    }

    /// Returns the function that runs programs in a given environment to examine tools.
    private static func examination(
        on host: Host
    ) -> @Sendable ([String], [String: String]) async -> ProcessResult? {
        let folder = FilePath(host.workingDirectory)
        return { arguments, environment in
            try? await ProcessRunner.live.run(arguments, environment, folder)
        }
    }

    /// Returns the output of a program; nil if the program does not exist or fails.
    private static func output(of arguments: [String], on host: Host) async -> String? {
        let folder = FilePath(host.workingDirectory)
        let result = try? await ProcessRunner.live.run(arguments, host.environment, folder)
        guard let result, result.status == 0 else { return nil }
        return result.output.trimmingCharacters(in: .newlines)
    }
}

/// The version of this program.
let xbuildVersion = "0.1.0"

extension Host {
    /// The settings for fetches of pinned files: the mirror folder, if there is one, and whether the network may be
    /// used.
    var fetchSettings: SourceFetcher.Settings {
        let mirror = environment["XBUILD_MIRROR"].flatMap { $0.isEmpty ? nil : FilePath(absolute($0)) }
        return SourceFetcher.Settings(
            mirror: mirror, isOffline: environment["XBUILD_OFFLINE"] == "1",
            download: Downloader.Policy(limits: TransferLimits(userAgent: "xbuild/\(xbuildVersion)")))
    }

    /// The calls to this machine with which files are fetched; their messages are printed as notes.
    var fetchEffects: FetchEffects { FetchEffects.live(environment: environment, say: { talk("note: \($0)\n") }) }

    /// Returns the path as a user would type it: relative if it is below the working directory.
    func shortened(_ path: String) -> String {
        path.hasPrefix(workingDirectory + "/") ? String(path.dropFirst(workingDirectory.count + 1)) : path
    }
}
