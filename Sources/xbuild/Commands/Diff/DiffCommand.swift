import ArgumentParser
import Checking

/// `xbuild diff`: prints what changes for users when one package replaces another.
struct DiffCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two packages, or two folders that `recipe` made.",
        discussion: """
            The libraries of each target are compared, independent of the packages' layouts: symbols, sizes, versions, \
            flags, contents; then headers, the build settings of each target if both packages record them, and all \
            other files if the packages are of the same kind. The exit status is 0 when nothing differs, 1 when \
            something differs, 2 when a path cannot be compared.
            """)

    @Argument(help: ArgumentHelp("The old package.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The new package.", valueName: "new"))
    var new: String

    @Flag(help: "Print the differences as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "List all symbols and headers, not only the first 20.")
    var verbose = false

    func run(on host: Host) async throws -> ExitStatus {
        let difference = PackageDifference(
            from: try await PackageFiles.at(old, on: host), to: try await PackageFiles.at(new, on: host))
        guard difference.unreadable.isEmpty else {
            throw CommandFailure(.usage, difference.unreadable.map { "error: \($0)" })
        }
        try host.out(json ? difference.json() : difference.text(mostNames: verbose ? .max : 20))
        // The status of diff(1) for differences; in other commands it is the status of a failed build.
        return difference.isEmpty ? .done : .buildFailed
    }
}
