import ArgumentParser
import Store

/// `xbuild store gc`: collects garbage.
struct StoreCollectCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "gc", abstract: "Remove the least recently used results.",
        discussion: "Results that a running build uses or makes stay.\n\n" + ExitStatus.help)

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
            host.talk("note: \(words(report.bytesAfter - maxSize.bytes)) more stay, because builds are running\n")
        }
        return .done
    }
}
