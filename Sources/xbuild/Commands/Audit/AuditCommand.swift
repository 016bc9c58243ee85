import ArgumentParser
import ObjectFiles

/// `xbuild audit`: what objects are built for, compared with expectations.
struct AuditCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what objects are built for, and check it.",
        discussion: """
            In a folder (a prefix, an XCFramework, an artifact bundle) every archive, object and fat file is looked at. \
            Keys of --expect: \(AuditProperty.allCases.map(\.rawValue).joined(separator: ", ")); \
            several values with commas are alternatives.
            """)

    @Argument(help: "Archives, objects, fat files, and folders of them.")
    var paths: [String]

    @Option(
        help: ArgumentHelp("A property that every object must have; may be given again.", valueName: "key=value"),
        transform: Self.requirement)
    var expect: [AuditRequirement] = []

    @Option(help: ArgumentHelp("A prefix of global symbols; may be given again.", valueName: "word"))
    var prefix: [String] = []

    @Option(help: ArgumentHelp("A text that no object may contain; may be given again.", valueName: "text"))
    var forbid: [String] = []

    @Flag(help: "Print all findings as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print each build path and each symbol without the prefix.")
    var verbose = false

    var request: AuditRequest {
        AuditRequest(
            paths: paths, requirements: expect, prefixes: prefix, forbidden: forbid, isJSON: json, isVerbose: verbose)
    }

    func run(on host: Host) async throws -> ExitStatus { try host.run(request) }

    @Sendable private static func requirement(_ text: String) throws -> AuditRequirement {
        guard let requirement = AuditRequirement(text) else {
            let keys = AuditProperty.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("`\(text)` is not KEY=VALUE with one of the keys \(keys)")
        }
        return requirement
    }
}
