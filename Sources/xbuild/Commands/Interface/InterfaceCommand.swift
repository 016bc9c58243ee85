import ArgumentParser
import Basics
import Engine
import Machine
import ModuleMaps

/// `xbuild interface`: prints a C module as Swift imports it, and the declarations that Swift cannot import.
struct InterfaceCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "interface",
        abstract: "Print the declarations of a library that Swift imports, and those that it cannot import.",
        discussion: """
            A recipe is built for this machine, unless the store has its result. A folder is a result of `recipe`, or \
            contains headers and a module map. Declarations that Swift cannot import go to standard error, each with \
            its reason and a shim.

            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: ArgumentHelp("A recipe, or a folder with a module map.", valueName: "name|folder"))
    var library: String

    @Flag(help: "Print only the declarations that Swift cannot import, to standard output.")
    var missing = false

    @Flag(help: "Print a header with shims for the declarations that Swift cannot import.")
    var shims = false

    @OptionGroup var store: StoreArguments

    func validate() throws {
        guard !missing || !shims else { throw ValidationError("`--missing` and `--shims` cannot be combined") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let scratch = try host.makeScratch("interface")
        defer { try? FileSystem.removeTree(scratch) }
        let include = try await include(scratch, on: host)
        let reader = InterfaceReader(include: include, scratch: scratch, host: host)
        var texts: [String] = []
        var unseen: [UnimportableDeclaration] = []
        for module in try reader.modules() {
            let interface = try await reader.interface(of: module)
            texts.append(interface)
            unseen += UnimportableDeclaration.all(in: try await reader.declarations(of: module), seen: interface)
        }
        if shims {
            try host.out(UnimportableDeclaration.header(for: unseen))
        } else if missing {
            try host.out(unseen.map { $0.text + "\n" }.joined())
        } else {
            try host.out(texts.joined(separator: "\n"))
            unseen.forEach { host.talk($0.text + "\n") }
        }
        return .done
    }

    /// Returns the folder with the headers and the module map.
    private func include(_ scratch: String, on host: Host) async throws -> String {
        let place = host.absolute(library)
        for folder in [place, place + "/include"] {
            if FileSystem.exists(folder + "/module.modulemap") { return folder }
        }
        guard !library.contains("/") else {
            throw CommandFailure(
                .usage, error: "`\(library)` has no module map", hint: "`xbuild modulemap` writes one")
        }
        let silent = Host(silencing: host)
        let pipeline = Pipeline(
            context: try BuildContext(host: silent, store: store.store),
            request: BuildRequest(recipes: [library], targets: ["host"]),
            options: Engine.Options(jobs: host.cores), output: scratch + "/dist",
            recorder: PlainLog(isVerbose: false).recorder(host.talk))
        let status = try await pipeline.run()
        guard status == .done else { throw CommandFailure(status) }
        let names = (try? FileSystem.names(in: scratch + "/dist")) ?? []
        guard let name = names.first(where: { !$0.hasPrefix(".") }) else {
            throw CommandFailure(.fault, error: "the build of `\(library)` delivered no package")
        }
        return "\(scratch)/dist/\(name)/include"
    }
}
