import ArgumentParser
import Checking

/// `xbuild diff`: what changes for users when one package replaces another.
struct DiffCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare two packages, or two folders that `recipe` left.",
        discussion: """
            Libraries are compared target by target, however the packages lay them out: symbols, sizes, versions, \
            flags, contents; then headers, how each target was built where both packages tell, and all other files of \
            packages of one kind. The status is 0 when nothing differs, 1 when something does, 2 when a path cannot be \
            compared.
            """)

    @Argument(help: ArgumentHelp("The old package.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The new package.", valueName: "new"))
    var new: String

    @Flag(help: "Print the differences as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Name every symbol and header, however many.")
    var verbose = false

    func run(on host: Host) async throws -> ExitStatus {
        let difference = PackageDifference(
            from: try await PackageFiles.at(old, on: host), to: try await PackageFiles.at(new, on: host))
        guard difference.unreadable.isEmpty else {
            throw CommandFailure(.usage, difference.unreadable.map { "error: \($0)" })
        }
        try host.out(json ? difference.json() : difference.text(mostNames: verbose ? .max : 20))
        // diff's own status for differences; elsewhere this is the status of a failed build.
        return difference.isEmpty ? .done : .buildFailed
    }
}
