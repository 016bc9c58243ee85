import Actions
import Basics
import Foundation
import Machine
import Steps
import SystemPackage

extension FetchSource {
    /// Returns the function that runs the step: it fetches the archive from the first location that has it and unpacks
    /// it.
    public static func builtin(
        settings: SourceFetcher.Settings, environment: [String: String], temporary: FilePath
    ) -> Builtin {
        { context in
            let parameters = try parameters(of: context)
            try FileSystem.makeFolders(temporary.string, for: .owner)
            let folder = temporary.appending(UUID().uuidString)
            defer { try? folder.removeTree() }
            do {
                let tenths = DownloadTenths { context.say("\($0 >> 10) of \($1 >> 10) KiB") }
                let effects = FetchEffects.live(environment: environment, say: context.note, progress: tenths.report)
                let fetcher = SourceFetcher(effects: effects, settings: settings)
                let file = try await fetcher.fetch(parameters.locations, into: folder)
                let wanted = parameters.only
                let tree = try await ArchiveReader().unpack(
                    file.path, strip: parameters.strip[file.digest.hash.hex] ?? 0,
                    where: { path in wanted.isEmpty || wanted.contains { path == $0 || path.relative(to: $0) != nil } },
                    write: context.files.putPieces)
                return BuiltinOutcome(outputs: [Self.tree: .directory(tree)])
            } catch let error as FetchError {
                guard error != .cancelled else { throw CancellationError() }
                context.say("error: \(error)")
            } catch let error as ArchiveError {
                guard error.reason != .cancelled else { throw CancellationError() }
                context.say("error: \(error)")
            }
            return BuiltinOutcome(outputs: [:], failure: .source)
        }
    }
}
