import ArgumentParser

/// `xbuild store`: inspects and maintains the store.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Look into the store, check it, and make it smaller.",
        subcommands: [
            StoreUsageCommand.self, StoreShowCommand.self, StoreVerifyCommand.self, StoreCollectCommand.self,
            StoreMissingCommand.self,
        ])
}

/// The store to use.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where results are kept (default: $XBUILD_STORE, or a folder of the user's caches).", valueName: "folder"))
    var store: String?

    func validate() throws {
        guard store != "" else { throw ValidationError("`--store` names no folder") }
    }
}
