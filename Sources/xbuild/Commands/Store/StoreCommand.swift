import ArgumentParser

/// `xbuild store`: inspects and maintains the store.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Inspect, verify and shrink the store; make keys.",
        subcommands: [
            StoreInitCommand.self, StoreUsageCommand.self, StoreShowCommand.self, StoreVerifyCommand.self,
            StoreCollectCommand.self, StoreMissingCommand.self, StoreKeygenCommand.self,
        ])
}

/// The store to use.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the store (default: $XBUILD_STORE, or a folder in the user's cache folder).",
            valueName: "folder"))
    var store: String?

    func validate() throws {
        guard store != "" else { throw ValidationError("`--store` names no folder") }
    }
}
