import Actions
import ArgumentParser
import Basics
import Fetching
import Foundation
import Planning
import SystemPackage

/// `xbuild fetch`: has every pinned file that builds would need, so that they can run without a network.
struct FetchCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch sources into a mirror folder, for builds without a network.",
        discussion: "Builds look there first when XBUILD_MIRROR names the folder.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Option(help: ArgumentHelp("The mirror folder.", valueName: "folder"))
    var into = "mirror"

    func run(on host: Host) async throws -> ExitStatus {
        let workshop = try Workshop(host: host, store: arguments.store)
        let prepared = try await Preparation(workshop: workshop, request: arguments.request).planRequest()
        let folder = FilePath(host.absolute(into))
        let effects = FetchEffects.live(environment: host.environment, say: { host.talk("note: \($0)\n") })
        let fetcher = SourceFetcher(effects: effects, settings: workshop.fetchSettings)
        for parameters in try Pipeline.planned(prepared).fetches {
            do {
                let file = try await fetcher.fetch(parameters.locations, into: folder)
                let place = folder.appending(file.digest.hash.hex)
                if file.path != place {
                    try FileManager.default.copyItem(atPath: file.path.string, toPath: place.string)
                }
                host.out("\(file.digest.hash.hex)  \(parameters.locations.first?.fileName ?? "")\n")
            } catch let error as FetchError {
                throw CommandFailure(.noSource, error: "\(error)")
            }
        }
        return .done
    }
}

extension Planner.Result {
    /// What its fetch steps ask for.
    var fetches: [FetchSource.Parameters] {
        plan.steps.compactMap { step in
            guard case .builtin(let name, _, let parameters) = step.work, name == FetchSource.name else { return nil }
            return try? JSONDecoder().decode(FetchSource.Parameters.self, from: Data(parameters.utf8))
        }
    }
}
