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

    func validate() throws {
        guard !into.isEmpty else { throw ValidationError("`--into` names no folder") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        try host.checkFolder(into, for: "sources", option: "--into")
        let workshop = try Workshop(host: host, store: arguments.store)
        let prepared = try await Preparation(workshop: workshop, request: arguments.request).planRequest()
        let folder = FilePath(host.absolute(into))
        let effects = FetchEffects.live(environment: host.environment, say: { host.talk("note: \($0)\n") })
        let fetcher = SourceFetcher(effects: effects, settings: workshop.fetchSettings)
        for parameters in try Pipeline.planned(prepared).fetches {
            do {
                let file = try await fetcher.fetch(parameters.locations, into: folder)
                try keep(file.path, at: folder.appending(file.digest.hash.hex))
                try host.out("\(file.digest.hash.hex)  \(parameters.locations.first?.fileName ?? "")\n")
            } catch let error as FetchError {
                throw Self.failure(error)
            }
        }
        return .done
    }

    /// A file that came from a place of its own is copied beside and then renamed.
    private func keep(_ file: FilePath, at place: FilePath) throws {
        guard file != place else { return }
        let beside = place.string + ".\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: beside) }
        do { try FileManager.default.copyItem(atPath: file.string, toPath: beside) } catch {
            throw CommandFailure(.fault, error: "cannot write `\(beside)`")
        }
        guard rename(beside, place.string) == 0 else { throw CommandFailure(.fault, error: "cannot write `\(place)`") }
    }

    private static func failure(_ error: FetchError) -> any Error {
        switch error {
        case .cancelled: CancellationError()
        case .fileSystem: CommandFailure(.fault, error: "\(error)")
        case .nowhere, .exhausted, .wrongDigest, .noSuchFile, .offline, .transfer, .missingTool, .toolFailed,
            .noDebianMirror, .notOffered, .noSuite, .malformedName:
            CommandFailure(.noSource, error: "\(error)")
        }
    }
}

extension Planner.Result {
    /// What its fetch steps ask for.
    var fetches: [FetchSource.Parameters] {
        plan.steps.compactMap { step in
            guard case .builtin(let name, _, let parameters) = step.work, name == FetchSource.name else { return nil }
            return try? JSONDecoder().decode(FetchSource.Parameters.self, from: Data(parameters.value.utf8))
        }
    }
}
