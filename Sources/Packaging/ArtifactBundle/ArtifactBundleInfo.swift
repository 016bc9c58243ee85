import Basics
import Packages

/// The `info.json` of an artifact bundle with a static library.
///
/// ```
/// {"schemaVersion": "1.0", "artifacts": {NAME: {"type": "staticLibrary", "version": …, "variants": [
///   {"path": …, "supportedTriples": […], "staticLibraryMetadata": {"headerPaths": […], "moduleMapPath": …}}]}}}
/// ```
/// Paths are relative to the bundle's folder. SwiftPM links every variant with the wanted triple, so each triple must
/// be in only one variant. SwiftPM compares triples in their canonical form: four parts, without a version.
/// Source: Swift evolution 0482.
struct ArtifactBundleInfo {
    var facts: PackageFacts
    var headers: PackagedHeaders
    var triples: [String] = []

    var text: String {
        let info: JSONValue = [
            "schemaVersion": "1.0",
            "artifacts": .object([(facts.module.string, artifact)]),
        ]
        return info.document + "\n"
    }

    private var artifact: JSONValue {
        [
            "type": "staticLibrary", "version": .string(facts.version.string),
            "variants": .array(triples.sorted().map(variant)),
        ]
    }

    private func variant(_ triple: String) -> JSONValue {
        [
            "path": "\(triple)/\(facts.archive)", "supportedTriples": [.string(triple)],
            "staticLibraryMetadata": [
                "headerPaths": .array(["include"] + headers.searched.map { "include/\($0)" }),
                "moduleMapPath": "include/\(headers.map)",
            ],
        ]
    }
}
