import Actions
import Basics
import ObjectFiles
import Targets

/// Looks at every object of every archive, and fails when one is not what was asked for.
///
/// Reads, for every target of the parameters:
/// - `slices/TARGET/lib`: its archives (`*.a`, `*.lib`, in any folder below) are what is audited
/// - `providers/TARGET`: the sysroot's libraries (`.tbd`, shared libraries, archives), in any folders; without it
///   symbols stay unchecked, and the report says so
/// - `dependencies/TARGET`: prefixes of declared dependencies; their libraries provide symbols too
///
/// and `lib`, where it exists: the merged archives, whose slices must be byte for byte what the targets installed.
/// Notes libraries that are linked on request only and that the recipe does not name. Leaves `audit.json`, an
/// `AuditReport`, whether or not there are faults; with any the failure is `audit`.
public enum Audit: PackagingStep {
    public static let name = "audit"
    public static let revision = 2
    public static let outputs: [RelativePath] = ["audit.json"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var targets: [AuditExpectation]
        /// File names of archives (`libssl.a`) that every target must have in `lib`.
        public var libraries: [RelativePath]
        /// Byte strings that no object may hold: the folders of the build, the person's home.
        public var forbidden: [String]
        /// Symbols, as C spells them, that the application is to define.
        public var allowedUndefined: [String]
        /// What put the archives there, where a person wrote it: `the install step`. It is named when they hold objects
        /// of another machine.
        public var installer: String?
        /// Libraries that users are told to link besides, without `lib` and suffix; nil when there are none.
        public var links: [String]?

        public init(
            targets: [AuditExpectation], libraries: [RelativePath] = [], forbidden: [String],
            allowedUndefined: [String] = [], installer: String? = nil, links: [String] = []
        ) {
            self.targets = targets
            self.libraries = libraries
            self.forbidden = forbidden
            self.allowedUndefined = allowedUndefined
            self.installer = installer
            self.links = links.isEmpty ? nil : links
        }
    }

    /// Said of whoever installed objects of another machine.
    static func strangers(of installer: String) -> String {
        "\(installer) installed objects that are not for the target"
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var report = AuditReport()
        for expectation in parameters.targets {
            let audit = TargetAudit(expectation: expectation, parameters: parameters, context: context)
            let part = try await audit.report()
            report.archives += part.archives
            report.faults += part.faults
            report.unlinked.formUnion(part.unlinked)
        }
        report.faults += try await MergedAudit(targets: parameters.targets.map(\.target), context: context).faults()
        report.archives.forEach { context.say("\($0)") }
        report.faults.forEach { context.say("error: \($0)") }
        if let installer = parameters.installer, report.faults.contains(where: \.isOfAnotherMachine) {
            context.say("error: \(strangers(of: installer))")
        }
        report.unlinked.map(\.words).sorted().forEach(context.note)
        let file = try await context.file(CanonicalJSON.document(of: report))
        return BuiltinOutcome(outputs: ["audit.json": file], failure: report.faults.isEmpty ? nil : .audit)
    }
}
