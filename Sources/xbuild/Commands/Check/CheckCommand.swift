import ArgumentParser
import Checking

/// `xbuild check`: faults of packages from any producer.
struct CheckCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check artifact bundles, XCFrameworks, SwiftPM packages and prefixes.",
        discussion: """
            Several paths are checked as packages that one program uses together: names that collide are faults. A \
            folder that is no package itself is searched for packages, a zip is unpacked. Manifests of SwiftPM packages \
            run in a sandbox. A fault ends with status 5, warnings only with --strict.

            """ + ExitStatus.help)

    @Argument(help: ArgumentHelp("Packages, folders of packages, or zips.", valueName: "path"))
    var paths: [String]

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @Flag(help: "Treat warnings as faults.")
    var strict = false

    @Option(
        help: ArgumentHelp("Leave a check out, by its name; may be given again.", valueName: "check"),
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
        let counts = "\(report.errors.count) faults, \(report.warnings.count) warnings"
        if !json { host.talk((report.findings.isEmpty ? "no faults" : counts) + "\n") }
        return report.errors.isEmpty && (!strict || report.warnings.isEmpty) ? .done : .failedAudit
    }

    @Sendable private static func check(_ text: String) throws -> Check {
        guard let check = Check(rawValue: text) else { throw ValidationError("no check is called `\(text)`") }
        return check
    }
}
