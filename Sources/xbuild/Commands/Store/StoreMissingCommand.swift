import ArgumentParser
import Basics
import Machine
import Store

/// `xbuild store missing`: prints the digests in a list whose blobs the store or the remote cache lacks.
struct StoreMissingCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "missing", abstract: "Print those digests in a file whose blobs the store lacks.",
        discussion: "With --remote the remote cache is queried instead of the store.\n\n" + ExitStatus.help)

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var remote: RemoteArguments

    @ArgumentParser.Argument(help: ArgumentHelp("A file with a digest (HASH/SIZE) on each line.", valueName: "file"))
    var file: String

    func run(on host: Host) async throws -> ExitStatus {
        let digests = try digests(on: host)
        let missing = try await missing(digests, on: host)
        try host.out(missing.map { "\($0)\n" }.joined())
        host.talk("\(digests.count) blobs, \(missing.count) missing\n")
        return .done
    }

    private func missing(_ digests: [Digest], on host: Host) async throws -> [Digest] {
        guard let choice = try RemoteChoice(remote.request, on: host) else {
            return try host.store(arguments.store).missing(digests)
        }
        // The error contains everything that a warning would.
        let cache = choice.cache { _ in }
        do throws(RemoteError) { return try await cache.missing(digests) } catch {
            throw CommandFailure(.fault, error: "the cache `\(cache.name)` does not answer: \(error)")
        }
    }

    private func digests(on host: Host) throws -> [Digest] {
        let bytes = try CommandFailure.reading(file, at: host.absolute(file), FileSystem.streamContents)
        return try bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { index, line in
            guard let digest = Digest(String(decoding: line, as: UTF8.self)) else {
                throw CommandFailure(.usage, error: "line \(index + 1) of `\(file)` is not `HASH/SIZE`")
            }
            return digest
        }
    }
}
