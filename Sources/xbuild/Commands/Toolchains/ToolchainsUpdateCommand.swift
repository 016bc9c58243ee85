import ArgumentParser
import Basics
import Fetching
import Machine
import SystemPackage
import Toolchains

/// `xbuild toolchains update`: pins the newest wheels in the toolchain files.
struct ToolchainsUpdateCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Pin the newest files from which toolchains make sysroots.",
        discussion: """
            The newest wheel of each package replaces the pinned one in all toolchain files. Its digest is computed \
            from the download. Results of the old file stay in the store, but new builds do not use them.

            """ + ExitStatus.help)

    @Flag(help: "Only print the changes.")
    var dryRun = false

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(remembering: host)
        let toolchains = context.toolchains.toolchains
        for wheel in toolchains.flatMap(\.wheels).uniqued() {
            let newest = try await newest(wheel, host)
            guard newest != wheel else {
                try host.out("\(wheel.package) \(wheel.version) is the newest\n")
                continue
            }
            try host.out(
                """
                \(wheel.package) \(wheel.version) -> \(newest.version)
                  file: \(wheel.file) -> \(newest.file)
                  sha256: \(wheel.digest.hash.hex) -> \(newest.digest.hash.hex)
                  size: \(wheel.digest.size) -> \(newest.digest.size)

                """)
            for toolchain in toolchains where toolchain.wheels.contains(wheel) {
                try host.out("  in \(host.shortened(toolchain.file))\n")
                if !dryRun { try write(wheel, newest, toolchain.file, host) }
            }
        }
        return .done
    }

    private func newest(_ wheel: Wheel, _ host: Host) async throws -> Wheel {
        let scratch = FilePath(try host.makeScratch("toolchains"))
        defer { try? scratch.removeTree() }
        let offers = PyPIOffers(effects: host.fetchEffects, settings: host.fetchSettings)
        let offer = try await offers.newest(wheel.package, like: wheel.file, scratch: scratch)
        return Wheel(package: wheel.package, version: offer.version, file: offer.file, digest: offer.digest)
    }

    private func write(_ old: Wheel, _ new: Wheel, _ path: String, _ host: Host) throws {
        let bytes = try ToolchainFile.replacing(old, with: new, in: FileSystem.contents(path), file: path)
        let shown = host.shortened(path)
        try CommandFailure.writing(shown) { () throws(FileError) in try FileSystem.write(bytes, to: path) }
    }
}
