import ArgumentParser
import Basics
import Engine
import Foundation
import ModuleMaps
import Targets

/// `xbuild modulemap`: writes and proves a module map for any folder of headers, without a recipe.
struct ModuleMapCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "modulemap", abstract: "Write and prove a module map for a folder of headers.",
        discussion: """
            Prints the map, and for each header how it is listed and why. Then the compiler of each target compiles \
            the module, and Swift imports it for targets with an installed standard library. The exit status is 5 if \
            that fails, or if the module does not include a listed header. Headers are paths or patterns \
            (`openssl/*.h`) below the folder.

            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: ArgumentHelp("The folder that is given to compilers with -I.", valueName: "folder"))
    var folder: String

    @Option(help: ArgumentHelp("The name after `import` (default: the folder's name).", valueName: "module"))
    var name: String?

    @Option(
        parsing: .singleValue, help: ArgumentHelp("Targets to prove the map for (default: host).", valueName: "targets")
    )
    var targets: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Headers to list, in include order (default: all, by name).", valueName: "header"))
    var header: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Headers to list as textual.", valueName: "header"))
    var textual: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Headers to leave out.", valueName: "header"))
    var exclude: [String] = []

    @Option(help: ArgumentHelp("The header that includes all others.", valueName: "header"))
    var umbrella: String?

    @Option(help: "What becomes a submodule: header or folder.")
    var submodules: ModuleMapRequest.Submodules?

    @Option(parsing: .singleValue, help: ArgumentHelp("A feature that the module requires.", valueName: "feature"))
    var requires: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("A macro that an importer may set.", valueName: "macro"))
    var configMacro: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("A library that an importer links.", valueName: "library"))
    var link: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A macro that is written into the headers.", valueName: "name=value"))
    var define: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Another folder, with headers that these headers include.", valueName: "folder"))
    var include: [String] = []

    @Option(help: ArgumentHelp("Write the headers with the map to a new folder.", valueName: "folder"))
    var output: String?

    @OptionGroup var store: StoreArguments

    func validate() throws {
        guard output != "" else { throw ValidationError("`--output` names no folder") }
        for word in define where !Self.isDefine(word) {
            throw ValidationError("`--define` takes NAME=VALUE, not `\(word)`")
        }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: store.store)
        let module = try request(host)
        let options = Engine.Options(jobs: host.cores, keepGoing: true)
        return try await Build.leased(context, options, Recorder(record: { _ in })) { build in
            let proof = ModuleProver(
                build: build, folder: folder, includes: include, module: module,
                targets: targets.isEmpty ? ["host"] : targets)
            return try await report(proof, on: host)
        }
    }

    private func report(_ proof: ModuleProver, on host: Host) async throws -> ExitStatus {
        let proven = try await proof.run()
        try host.out(proven.map)
        proven.decisions.forEach { host.talk($0 + "\n") }
        proven.proofs.forEach { host.talk($0 + "\n") }
        proven.faults.forEach { host.talk("error: \($0)\n") }
        if let output, proven.faults.isEmpty { try await proof.write(proven, to: output) }
        return proven.faults.isEmpty ? .done : .failedAudit
    }

    private static func isDefine(_ word: String) -> Bool {
        let name = word.split(separator: "=", maxSplits: 1).first ?? ""
        return word.contains("=") && !name.isEmpty && !word.contains("\n")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    // MARK: The request

    private func request(_ host: Host) throws -> ModuleMapRequest {
        let words = name ?? Self.identifier(host.absolute(folder))
        guard let module = ModuleName(words) else {
            throw CommandFailure(
                .usage, error: "`\(words)` cannot be the name of a module", hint: "give another name with --name")
        }
        let pattern = { (word: String) in try Self.parsed(word) { HeaderPattern($0) } }
        let defines = define.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return ModuleMapRequest(
            name: module, headers: try header.map(pattern), textual: try textual.map(pattern),
            excluded: try exclude.map(pattern), links: link, requirements: requires,
            umbrella: try umbrella.map { try Self.parsed($0) { RelativePath($0) } }, submodules: submodules,
            configMacros: configMacro.isEmpty ? nil : configMacro,
            defines: defines.isEmpty
                ? nil
                : Dictionary(defines.map { (String($0[0]), String($0[1])) }) { $1 })
    }

    private static func parsed<Path>(_ word: String, as parse: (String) -> Path?) throws -> Path {
        guard let path = parse(word) else {
            throw CommandFailure(.usage, error: "`\(word)` is not a path below the folder")
        }
        return path
    }

    /// Returns a module name from a folder's path. Names of header folders such as `include` are skipped, because they
    /// do not name a library.
    private static func identifier(_ path: String) -> String {
        var parts = path.split(separator: "/").map(String.init)
        while parts.count > 1, ["include", "Headers", "headers", "inc"].contains(parts.last) { parts.removeLast() }
        return String((parts.last ?? "Headers").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}

extension ModuleMapRequest.Submodules: KeywordArgument {}
