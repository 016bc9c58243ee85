import ArgumentParser
import Store

/// `xbuild store gc`: removes results and blobs until the store is below a size limit.
struct StoreCollectCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "gc", abstract: "Remove the least recently used results.",
        discussion: "Results that a running build uses or makes are kept.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @Option(help: ArgumentHelp("The size limit of results and blobs: 500M, 5G.", valueName: "size"))
    var maxSize: ByteSize

    func run(on host: Host) async throws -> ExitStatus {
        let store = try host.store(arguments.store)
        let report = try await store.collect(toBytes: maxSize.bytes) {
            host.talk("note: waiting for another collection of the store\n")
        }
        let words = { (bytes: Int) in ByteSize(bytes: bytes).words }
        try host.out(
            """
            removed \(report.resultsRemoved) results and \(report.blobsRemoved) blobs: \
            \(words(report.bytesBefore)), now \(words(report.bytesAfter))

            """)
        if report.bytesAfter > maxSize.bytes {
            let rest = words(report.bytesAfter - maxSize.bytes)
            host.talk("note: \(rest) above the limit are kept, because builds are running\n")
        }
        return .done
    }
}
