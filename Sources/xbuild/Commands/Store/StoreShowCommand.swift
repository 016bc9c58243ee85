import Actions
import ArgumentParser
import Basics
import Store

/// `xbuild store show`: shows the object with a digest.
struct StoreShowCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an action with its inputs, environment, script, log and outputs; or a blob.")

    @OptionGroup var arguments: StoreArguments

    @ArgumentParser.Argument(help: ArgumentHelp("The digest, or its first hex digits.", valueName: "digest"))
    var digest: String

    @Flag(help: "Print only the log of the action.")
    var log = false

    @Flag(help: "Print only the scripts of the action.")
    var script = false

    @Flag(help: "Print only the bytes of the blob.")
    var raw = false

    func run(on host: Host) async throws -> ExitStatus {
        let store = try host.store(arguments.store)
        let view = StoreObject(store: store, hash: try hash(in: store))
        switch (log, script, raw) {
        case (true, _, _): try host.out(try await view.log())
        case (_, true, _): try host.out(try await view.scripts())
        case (_, _, true): try host.write(try view.bytes())
        case (false, false, false): try host.out(try await view.description())
        }
        return .done
    }

    private func hash(in store: DiskStore) throws -> SHA256Value {
        let hex = digest.split(separator: "/").first.map(String.init) ?? ""
        let found = try store.hashes(beginningWith: hex)
        guard let first = found.first else {
            throw CommandFailure(.usage, error: "the store `\(store.path)` holds nothing under `\(digest)`")
        }
        guard found.count == 1 else {
            throw CommandFailure(
                .usage, error: "\(found.count) digests begin with `\(hex)`", hint: "give more digits")
        }
        return first
    }
}
