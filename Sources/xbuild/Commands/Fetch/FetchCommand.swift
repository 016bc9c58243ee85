import ArgumentParser
import Basics
import Foundation
import SystemPackage

/// `xbuild fetch`: fetches every pinned file that builds need, so that they run without a network.
struct FetchCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch sources into a mirror folder, for builds without a network.",
        discussion: "If XBUILD_MIRROR names the folder, builds look for files there first.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Option(help: ArgumentHelp("The mirror folder.", valueName: "folder"))
    var into = "mirror"

    func validate() throws {
        guard !into.isEmpty else { throw ValidationError("`--into` names no folder") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        try host.checkFolder(into, for: "sources", option: "--into")
        let context = try BuildContext(host: host, store: arguments.store)
        let planned = try await Build.planned(arguments.request, in: context).result
        let mirror = SourceMirror(host: host, folder: FilePath(host.absolute(into)))
        try await mirror.fill(for: planned) { digest, name in
            try host.out("\(digest.hex)  \(name)\n")
        }
        return .done
    }
}
