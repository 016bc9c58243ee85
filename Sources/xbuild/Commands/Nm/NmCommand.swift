import ArgumentParser
import ObjectFiles

/// `xbuild nm`: lists the symbols of objects.
struct NmCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "nm", abstract: "List the symbols of objects, archives and fat files.",
        discussion: "The format is llvm-nm's; all slices of a fat file are listed.")

    @Argument(help: "Objects of any format, archives, fat files.")
    var paths: [String]

    @Flag(name: [.customShort("g"), .long], help: "List only external symbols.")
    var externOnly = false

    @Flag(name: [.customShort("u"), .long], help: "List only undefined symbols.")
    var undefinedOnly = false

    @Flag(name: [.customShort("U"), .long], help: "List only defined symbols.")
    var definedOnly = false

    @Flag(name: [.customShort("p"), .long], help: "List symbols in the order of the file, not by name.")
    var noSort = false

    @Flag(name: [.customShort("j"), .long], help: "Print only names.")
    var justSymbolName = false

    @Flag(name: [.customShort("A"), .long], help: "Print the file's name on every line.")
    var printFileName = false

    func run(on host: Host) async throws -> ExitStatus {
        var options = NameListOptions()
        options.isExternalOnly = externOnly
        options.isUndefinedOnly = undefinedOnly
        options.isDefinedOnly = definedOnly
        options.isSorted = !noSort
        options.isNamesOnly = justSymbolName
        options.namesFiles = printFileName
        let listing = NameListing(options, hasSeveralFiles: paths.count > 1)
        var status = ExitStatus.done
        for path in paths {
            let outcome = outcome(path, listing)
            try host.out(outcome.output)
            host.talk(outcome.errors)
            if outcome.status != 0 { status = .buildFailed }
        }
        return status
    }

    private func outcome(_ path: String, _ listing: NameListing) -> ToolOutcome {
        do throws(ObjectFileError) {
            return try listing.outcome(try ByteView(path: path), thin: .beside(path))
        } catch {
            return ToolOutcome(errors: "error: \(error)\n", status: 1)
        }
    }
}
