import ArgumentParser
import Basics
import Engine
import Foundation
import Store
import Targets

/// `xbuild warm`: fills a cache in advance.
struct WarmCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "warm", abstract: "Build the missing results of a cache, for CI (see docs/ci.md).",
        discussion: ExitStatus.help)

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Recipes, separated by commas, or all (the default).", valueName: "recipes"))
    var recipes: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Targets instead of the recipes' own: groups, names, triples.", valueName: "targets"))
    var targets: [String] = []

    @OptionGroup var store: StoreArguments

    @OptionGroup var remote: RemoteArguments

    @Option(help: ArgumentHelp("Build only this shard of the work, such as 2/5.", valueName: "shard"))
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Start no step after this time: minutes, or with a unit (30s, 2h).", valueName: "time"))
    var budget: ActionTimeout?

    @Flag(help: "Fail if versions, options or files differ from the pins in xbuild.lock.")
    var locked = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "How many processes may run at once (default: the number of cores).")
    var jobs: Int?

    @Option(help: "Whether actions run in a sandbox: require, auto or off.")
    var sandbox = SandboxMode.auto

    @Option(help: ArgumentHelp("How long an action may take.", valueName: "time"))
    var timeout = ActionTimeout.standard

    @Flag(help: "Build nothing; the exit status is 0 when nothing is missing, else 1.")
    var check = false

    @Option(help: ArgumentHelp("Print a CI matrix of this many shards, as JSON.", valueName: "number"))
    var matrix: Int?

    @Flag(help: "Print a key of the store's contents, for CI caches whose entries never change.")
    var saveKey = false

    @Option(help: ArgumentHelp("A summary that --json wrote; its durations balance the shards.", valueName: "file"))
    var durations: String?

    @Option(help: ArgumentHelp("Write the summary as JSON.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write the summary as JUnit XML, which CI servers show as tests.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Append the summary to a Markdown file.", valueName: "file"))
    var markdown: String?

    @Option(help: ArgumentHelp("Write events to a file, as lines of JSON.", valueName: "file"))
    var events: String?

    func validate() throws {
        guard (1...4096).contains(jobs ?? 1) else { throw ValidationError("`--jobs` takes a number from 1 to 4096") }
        guard (1...256).contains(matrix ?? 1) else { throw ValidationError("`--matrix` takes a number from 1 to 256") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: store.store, remote: remote.request)
        try remote.check(sandbox)
        if saveKey { return try writeKey(context) }
        let plan = try await WarmPlan(request(host), in: context)
        if let matrix { return try plan.writeMatrix(shards: matrix, on: host) }
        let warmer = Warmer(context: context, plan: plan)
        if check { return try await warmer.check() }
        let options = Engine.Options(
            jobs: jobs ?? host.cores, keepGoing: true, sandbox: sandbox, timeout: timeout.seconds,
            startWithin: budget?.seconds.map { Double($0) })
        return try await warmer.run(
            options, events: events, summaries: Warmer.Files(json: json, junit: junit, markdown: markdown))
    }

    private func request(_ host: Host) -> WarmRequest {
        let words = recipes.flatMap(BuildArguments.words)
        let isAll = words.isEmpty || words.contains("all")
        return WarmRequest(
            recipes: isAll ? nil : words, targets: targets, lock: locked ? .required : .preferred, shard: shard,
            durations: durations.map(host.absolute))
    }

    private func writeKey(_ context: BuildContext) throws -> ExitStatus {
        let digest = try context.store.contentsKey()
        try context.host.out("xbuild-\(context.host.target.name)-\(digest.hash.hex.prefix(24))\n")
        return .done
    }
}
