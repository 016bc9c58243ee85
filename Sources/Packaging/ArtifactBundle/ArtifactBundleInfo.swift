import Basics
import Packages

/// The `info.json` of an artifact bundle with a static library.
///
/// ```
/// {"schemaVersion": "1.0", "artifacts": {NAME: {"type": "staticLibrary", "version": …, "variants": [
///   {"path": …, "supportedTriples": […], "staticLibraryMetadata": {"headerPaths": […], "moduleMapPath": …}}]}}}
/// ```
/// Paths are relative to the bundle's folder. SwiftPM links every variant that matches, so each triple occurs in one;
/// it compares triples in their canonical form of four parts without a version. Source: Swift evolution 0482.
struct ArtifactBundleInfo {
    var facts: PackageFacts
    var headers: PackagedHeaders
    var triples: [String] = []

    var text: String {
        CanonicalJSON.document(
            of: Document(
                schemaVersion: "1.0",
                artifacts: [
                    facts.module.string: Artifact(
                        type: "staticLibrary", version: facts.version.string, variants: triples.sorted().map(variant))
                ]))
    }

    private func variant(_ triple: String) -> Variant {
        Variant(
            path: "\(triple)/\(facts.archive)", supportedTriples: [triple],
            staticLibraryMetadata: Metadata(
                headerPaths: ["include"] + headers.searched.map { "include/\($0)" },
                moduleMapPath: "include/\(headers.map)"))
    }

    private struct Document: Encodable {
        var schemaVersion: String
        var artifacts: [String: Artifact]
    }

    private struct Artifact: Encodable {
        var type: String
        var version: String
        var variants: [Variant]
    }

    private struct Variant: Encodable {
        var path: String
        var supportedTriples: [String]
        var staticLibraryMetadata: Metadata
    }

    private struct Metadata: Encodable {
        var headerPaths: [String]
        var moduleMapPath: String
    }
}
