import ArgumentParser
import Store

/// `xbuild store verify`: compares every blob with its digest.
struct StoreVerifyCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Read the whole store, and remove corrupt entries.",
        discussion: """
            The next run that needs a removed entry builds it again. The exit status is \
            \(ExitStatus.buildFailed.rawValue) when an entry was corrupt.


            """ + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "Only report faults, and remove nothing.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let store = try host.store(arguments.store)
        let removes = !dryRun && store.access != .readOnly
        let report = try await store.verify(removingFaults: removes, readers: host.cores)
        for fault in report.faults { try host.out("\(fault)\n") }
        let bytes = ByteSize(bytes: report.bytes).words
        let found = report.faults.isEmpty ? "nothing wrong" : "\(report.faults.count) wrong"
        host.talk("\(report.blobs) blobs (\(bytes)) and \(report.results) results: \(found)\n")
        if !dryRun, !removes, !report.faults.isEmpty {
            host.talk("note: the store `\(store.path)` cannot be written: nothing was removed\n")
        }
        return report.faults.isEmpty ? .done : .buildFailed
    }
}
