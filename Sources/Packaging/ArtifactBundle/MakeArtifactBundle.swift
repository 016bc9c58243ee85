import Actions
import Basics
import Packages
import Targets

/// Makes an artifact bundle of a static library, for SwiftPM on every platform but Apple's.
///
/// ```
/// MODULE.artifactbundle/
///   info.json                           see ArtifactBundleInfo
///   aarch64-unknown-linux-gnu/libMODULE.a
///   include/…                           see PackagedHeaders
///   licenses/
/// ```
/// The headers serve every target, see `HeaderMerger`: the bundle has them once.
///
/// Reads `archives/TARGET/libMODULE.a`, `include` with its module map, and `licenses`. Writes `artifactbundle`, which
/// contains only `MODULE.artifactbundle`.
public enum MakeArtifactBundle: PackagingStep {
    public static let name = "artifact-bundle"
    public static let revision = 1
    public static let outputs: [RelativePath] = ["artifactbundle"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        /// At least one slice, none of them Apple's.
        public var slices: [PackageSlice]

        public init(facts: PackageFacts, slices: [PackageSlice]) {
            self.facts = facts
            self.slices = slices
        }
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let include = try context.folder("include") else { throw PackagingError.missing("include") }
        let facts = parameters.facts
        let headers = try await PackagedHeaders(include: include, facts, context)
        var files: [RelativePath: Node] = [:]
        for (path, node) in headers.files { files[.checked("include/\(path)")] = node }
        var info = ArtifactBundleInfo(facts: facts, headers: headers)
        for variant in PackageVariant.all(of: parameters.slices) {
            let path = variant.archive(of: facts)
            guard let archive = context.inputs[path] else { throw PackagingError.missing(path) }
            let triple = variant.targets[0].triple
            files[.checked("\(triple)/\(facts.archive)")] = archive
            info.triples.append(triple)
        }
        files["info.json"] = try await context.file(info.text)
        if let licenses = try context.folder("licenses") { files["licenses"] = .directory(licenses) }
        context.say(info.triples.joined(separator: " "))
        let name = "\(facts.module).artifactbundle"
        return BuiltinOutcome(outputs: [
            "artifactbundle": .directory(Directory([name: .directory(Directory(files: files))]))
        ])
    }
}
