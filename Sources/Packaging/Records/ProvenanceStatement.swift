import Basics
import Packages
import Steps
import Targets

/// An in-toto statement whose subjects are the shipped files, and whose predicate is SLSA provenance v1: the recipe,
/// version, targets, flags and inputs of the build.
///
/// Source: the in-toto attestation framework, "Statement v1", and the SLSA specification 1.0, "Provenance".
struct ProvenanceStatement {
    let text: String

    init(_ material: RecordMaterial) {
        let facts = material.facts
        let statement: JSONValue = [
            "_type": "https://in-toto.io/Statement/v1",
            "subject": .array(material.subjects.map { ["name": .string($0.path), "digest": Self.digest($0.sha256)] }),
            "predicateType": "https://slsa.dev/provenance/v1",
            "predicate": [
                "buildDefinition": [
                    "buildType": "https://xbuild.invalid/recipe/v1",
                    "externalParameters": [
                        "recipe": .string(facts.name), "version": .string(facts.version.string),
                        "targets": .array(material.targets.map { .string($0.target.name) }),
                    ],
                    "internalParameters": ["targets": CanonicalJSON.value(of: material.targets)],
                    "resolvedDependencies": .array(
                        material.inputs.map(Self.descriptor) + material.dependencies.flatMap(Self.descriptors)),
                ],
                "runDetails": [
                    "builder": ["id": "https://xbuild.invalid/local", "version": ["xbuild": .string(material.tool)]],
                    "metadata": [:],
                ],
            ],
        ]
        text = statement.document + "\n"
    }

    private static func digest(_ hash: SHA256Value) -> JSONValue { ["sha256": .string(hash.hex)] }

    private static func descriptor(_ input: InputRecord) -> JSONValue {
        [
            "name": .string(input.name), "uri": input.url.map(JSONValue.string), "digest": digest(input.sha256),
            "annotations": ["kind": .string(input.kind.rawValue)],
        ]
    }

    /// Returns one descriptor for each source archive of a dependency, or one without a digest if there are none.
    private static func descriptors(_ dependency: DependencyRecord) -> [JSONValue] {
        (dependency.sources.isEmpty ? [[:]] : dependency.sources.map(digest)).map {
            [
                "name": "\(dependency.name)-\(dependency.version)", "digest": $0,
                "annotations": ["kind": "dependency"],
            ]
        }
    }
}
