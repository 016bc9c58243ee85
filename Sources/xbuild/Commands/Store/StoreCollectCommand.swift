import ArgumentParser
import Store

/// `xbuild store gc`: collects garbage.
struct StoreCollectCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "gc", abstract: "Remove what was not of use for longest.",
        discussion: "Nothing goes that a run which is at work has found or made.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @Option(help: ArgumentHelp("How large results and blobs may be together: 500M, 5G.", valueName: "size"))
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
            host.talk("note: \(words(report.bytesAfter - maxSize.bytes)) more stay, because runs are at work\n")
        }
        return .done
    }
}
