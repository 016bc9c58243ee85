import ArgumentParser

/// `xbuild toolchains`: lists the toolchains, and updates their pinned files.
struct ToolchainsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toolchains", abstract: "List the toolchains, or update the files that they pin.",
        subcommands: [ToolchainsListCommand.self, ToolchainsUpdateCommand.self],
        defaultSubcommand: ToolchainsListCommand.self)
}
