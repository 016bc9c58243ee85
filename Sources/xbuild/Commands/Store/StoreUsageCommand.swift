import ArgumentParser
import Basics
import Store

/// `xbuild store du`: prints the size of the store.
struct StoreUsageCommand: HostCommand {
    static let configuration = CommandConfiguration(commandName: "du", abstract: "Show the size of the store.")

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "Print the sizes as JSON, in bytes.")
    var json = false

    func run(on host: Host) async throws -> ExitStatus {
        let store = try host.store(arguments.store)
        let usage = try await store.usage()
        try host.out(json ? usage.jsonText() : Self.text(usage))
        return .done
    }

    private static func text(_ usage: StoreUsage) -> String {
        var table = Table()
        let rows = [
            ("results", usage.results), ("blobs", usage.blobs), ("  of no result", usage.loose),
            ("other files", usage.others),
        ]
        for (name, amount) in rows { table.add([name, "\(amount.files)", ByteSize(bytes: amount.bytes).words]) }
        return table.text
    }
}
