import ArgumentParser
import Store

/// `xbuild store gc`: removes results and blobs until the store is below a size limit.
struct StoreCollectCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "gc", abstract: "Remove the least recently used results.",
        discussion: "Results that a running build uses or makes are kept.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @Option(help: ArgumentHelp("The size limit of results and blobs: 500M, 5G.", valueName: "size"))
    var maxSize = ByteSize(bytes: StoreSizeCheck.limit)

    @Flag(help: "Only print what would be removed.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let store = try host.store(arguments.store)
        let report =
            dryRun
            ? try await store.collectionForecast(toBytes: maxSize.bytes)
            : try await store.collect(toBytes: maxSize.bytes) {
                host.talk("note: waiting for another collection of the store\n")
            }
        try host.out(report.words(limit: maxSize, isForecast: dryRun) + "\n")
        return .done
    }
}

extension CollectionReport {
    /// One sentence about a collection, or about one that was not made.
    func words(limit: ByteSize, isForecast: Bool) -> String {
        let (before, after) = (ByteSize(bytes: bytesBefore).words, ByteSize(bytes: bytesAfter).words)
        if bytesBefore <= limit.bytes {
            let nothing = isForecast ? "nothing to remove" : "nothing removed"
            return "the store has \(before), within the limit of \(limit.words): \(nothing)"
        }
        let excess = ByteSize(bytes: bytesAfter - limit.bytes)
        let rest = excess.bytes > 0 ? "; \(excess.words) above the limit stay, because builds are running" : ""
        guard resultsRemoved + blobsRemoved > 0 else {
            return "the store has \(before), and nothing \(isForecast ? "can be" : "was") removed\(rest)"
        }
        let removed = [(resultsRemoved, "result"), (blobsRemoved, "blob")].filter { $0.0 > 0 }
            .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
        return isForecast
            ? "would remove \(removed): the store has \(before), and would have \(after)\(rest)"
            : "removed \(removed): the store had \(before), and has \(after)\(rest)"
    }
}
