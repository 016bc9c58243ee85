import ArgumentParser
import Machine
import Store
import SystemPackage

/// `xbuild store init --shared`: makes a store that the members of a group share.
struct StoreInitCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a store that several users share.",
        discussion: """
            The members of the group of the store's folder can use the store, whatever their umask is. An existing store \
            becomes a shared one.

                sudo install -d -o "$USER" -g developers /srv/xbuild
                xbuild store init --shared /srv/xbuild


            """ + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "Share the store with the group of its folder.")
    var shared = false

    @ArgumentParser.Argument(help: ArgumentHelp("The folder of the store, in place of --store.", valueName: "folder"))
    var folder: String?

    func validate() throws {
        guard shared else {
            throw ValidationError("give `--shared`: a store of one user is made by the first command that needs it")
        }
        guard folder != "" else { throw ValidationError("the store's folder has no name") }
        guard folder == nil || arguments.store == nil else {
            throw ValidationError("give the store's folder either as an argument or with `--store`")
        }
    }

    func run(on host: Host) throws -> ExitStatus {
        let path = host.absolute(try folder ?? arguments.store ?? host.defaultStore)
        let group = try DiskStore.share(at: FilePath(path))
        try host.out("the members of group \(group) share the store `\(path)`\n")
        return .done
    }
}
