import ArgumentParser
import Basics
import Documents
import Fetching
import Machine
import SystemPackage
import Toolchains

/// `xbuild toolchains update`: pins the newest files in the toolchain files.
struct ToolchainsUpdateCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Pin the newest files from which toolchains make sysroots.",
        discussion: """
            The newest file of each package (a wheel or a Debian package) replaces the pinned one in all toolchain \
            files. Of a Debian package, the newest version of all its suites counts, and an older version never \
            replaces the pinned one. The digest is computed from the download. Results of the old file stay in the \
            store, but new builds do not use them.

            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: "The packages; by default all.")
    var packages: [String] = []

    @Flag(help: "Only print the changes.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let toolchains = context.toolchains.toolchains
        let pinned = toolchains.flatMap(\.pinnedFiles).uniqued()
        if let unknown = packages.first(where: { name in !pinned.contains { $0.package == name } }) {
            throw CommandFailure(
                .usage, error: "no toolchain pins a file of `\(unknown)`",
                hint: "they pin \(MessageText.list(pinned.map(\.package).uniqued()))")
        }
        for file in pinned where packages.isEmpty || packages.contains(file.package) {
            let newest = try await newest(file, host)
            guard newest != file else {
                try host.out("\(file.package) \(file.version) is the newest\n")
                continue
            }
            try host.out(
                """
                \(file.package) \(file.version) -> \(newest.version)
                  file: \(file.file) -> \(newest.file)
                  sha256: \(file.digest.hash.hex) -> \(newest.digest.hash.hex)
                  size: \(file.digest.size) -> \(newest.digest.size)

                """)
            for toolchain in toolchains where toolchain.pinnedFiles.contains(file) {
                try host.out("  in \(host.shortened(toolchain.file))\n")
                if !dryRun { try write(file, newest, toolchain.file, host) }
            }
        }
        return .done
    }

    private func newest(_ known: PinnedFile, _ host: Host) async throws -> PinnedFile {
        let scratch = FilePath(try host.makeScratch("toolchains"))
        defer { try? scratch.removeTree() }
        let offer: Offer? =
            switch known.origin {
            case .pypi:
                try await PyPIOffers(effects: host.fetchEffects, settings: host.fetchSettings)
                    .newest(known.package, like: known.file, scratch: scratch)
            case .debian(let suites):
                try await DebianOffers(effects: host.fetchEffects, settings: host.fetchSettings)
                    .newest(
                        known.package, than: (known.version, known.file), suites: suites, scratch: scratch)
            }
        guard let offer else { return known }
        return PinnedFile(
            origin: known.origin, package: known.package, version: offer.version, file: offer.file,
            digest: offer.digest)
    }

    private func write(_ old: PinnedFile, _ new: PinnedFile, _ path: String, _ host: Host) throws {
        let bytes = try ToolchainFile.replacing(old, with: new, in: FileSystem.contents(path), file: path)
        let shown = host.shortened(path)
        try CommandFailure.writing(shown) { () throws(FileError) in try FileSystem.write(bytes, to: path) }
    }
}
