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
        let statement = Statement(
            subject: material.subjects.map { Subject(name: $0.path, digest: ["sha256": $0.sha256.hex]) },
            predicate: Predicate(
                buildDefinition: Definition(
                    externalParameters: External(
                        recipe: facts.name, version: facts.version.string, targets: material.targets.map(\.target.name)),
                    internalParameters: ["targets": material.targets],
                    resolvedDependencies: material.inputs.map(Descriptor.init)
                        + material.dependencies.flatMap(Descriptor.all(of:))),
                runDetails: Details(builder: Builder(version: ["xbuild": material.tool]))))
        text = CanonicalJSON.document(of: statement)
    }

    private struct Statement: Encodable {
        var type = "https://in-toto.io/Statement/v1"
        var subject: [Subject]
        var predicateType = "https://slsa.dev/provenance/v1"
        var predicate: Predicate

        enum CodingKeys: String, CodingKey {
            case type = "_type"
            case subject, predicateType, predicate
        }
    }

    private struct Subject: Encodable {
        var name: String
        var digest: [String: String]
    }

    private struct Predicate: Encodable {
        var buildDefinition: Definition
        var runDetails: Details
    }

    private struct Definition: Encodable {
        var buildType = "https://xbuild.invalid/recipe/v1"
        var externalParameters: External
        var internalParameters: [String: [TargetRecord]]
        var resolvedDependencies: [Descriptor]
    }

    private struct External: Encodable {
        var recipe: String
        var version: String
        var targets: [String]
    }

    private struct Descriptor: Encodable {
        var name: String
        var uri: String?
        var digest: [String: String]
        var annotations: [String: String]

        init(_ input: InputRecord) {
            name = input.name
            uri = input.url
            digest = ["sha256": input.sha256.hex]
            annotations = ["kind": input.kind.rawValue]
        }

        private init(_ dependency: DependencyRecord, digest: [String: String]) {
            name = "\(dependency.name)-\(dependency.version)"
            self.digest = digest
            annotations = ["kind": "dependency"]
        }

        /// Returns one descriptor for each archive of a dependency.
        static func all(of dependency: DependencyRecord) -> [Descriptor] {
            let digests = dependency.sources.map { ["sha256": $0.hex] }
            return (digests.isEmpty ? [[:]] : digests).map { Descriptor(dependency, digest: $0) }
        }
    }

    private struct Details: Encodable {
        var builder: Builder
        var metadata: [String: String] = [:]
    }

    private struct Builder: Encodable {
        var id = "https://xbuild.invalid/local"
        var version: [String: String]
    }
}
