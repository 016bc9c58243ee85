import ArgumentParser
import ObjectFiles

/// `xbuild audit`: shows the properties of objects, and compares them with expectations.
struct AuditCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show and check the platforms and other properties of objects.",
        discussion: """
            In a folder (a prefix, an XCFramework, an artifact bundle) every archive, object and fat file is examined. \
            Keys of --expect: \(AuditProperty.allCases.map(\.rawValue).joined(separator: ", ")); \
            values separated by commas are alternatives.
            """)

    @Argument(help: "Archives, objects, fat files, and folders of them.")
    var paths: [String]

    @Option(
        help: ArgumentHelp("A property that every object must have; can be repeated.", valueName: "key=value"),
        transform: Self.requirement)
    var expect: [AuditRequirement] = []

    @Option(help: ArgumentHelp("A prefix of global symbols; can be repeated.", valueName: "word"))
    var prefix: [String] = []

    @Option(help: ArgumentHelp("A text that no object may contain; can be repeated.", valueName: "text"))
    var forbid: [String] = []

    @Flag(help: "Print all findings as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print each build path, and each symbol that lacks the prefix.")
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
