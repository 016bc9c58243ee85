import ArgumentParser
import Checking

/// `xbuild check`: finds faults in packages of any producer.
struct CheckCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check artifact bundles, XCFrameworks, SwiftPM packages and prefixes.",
        discussion: """
            Several paths are checked as packages that one program uses together: names that collide are faults. A \
            folder that is not a package is searched for packages; a zip is unpacked. Manifests of SwiftPM packages \
            run in a sandbox. The exit status is 5 for faults, and with --strict also for warnings.

            """ + ExitStatus.help)

    @Argument(help: ArgumentHelp("Packages, folders of packages, or zips.", valueName: "path"))
    var paths: [String]

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Flag(help: "Treat warnings as faults.")
    var strict = false

    @Option(
        help: ArgumentHelp("Leave out the check with this name; can be repeated.", valueName: "check"),
        transform: Self.check)
    var without: [Check] = []

    func run(on host: Host) async throws -> ExitStatus {
        var packages: [PackageFiles] = []
        for path in paths {
            packages.append(try await PackageFiles.at(path, on: host, manifests: ManifestRun(host: host)))
        }
        var report = PackageChecker.check(packages)
        report.findings.removeAll { without.contains($0.check) }
        try host.out(json ? report.json() : report.text)
        let counts = "faults: \(report.errors.count), warnings: \(report.warnings.count)"
        if !json { host.talk((report.findings.isEmpty ? "no faults" : counts) + "\n") }
        return report.errors.isEmpty && (!strict || report.warnings.isEmpty) ? .done : .failedAudit
    }

    @Sendable private static func check(_ text: String) throws -> Check {
        guard let check = Check(rawValue: text) else { throw ValidationError("no check is called `\(text)`") }
        return check
    }
}
