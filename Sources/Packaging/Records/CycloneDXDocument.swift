import Basics
import Packages
import Steps

/// CycloneDX 1.6 as JSON: the library with its sources and patches, its shipped files, dependencies, and the tools.
///
/// Source: the CycloneDX specification 1.6 and its JSON schema.
struct CycloneDXDocument {
    let text: String

    init(_ material: RecordMaterial) {
        let facts = material.facts
        let library = Self.library(material)
        let parts =
            material.dependencies.map { Self.component($0, of: facts) }
            + material.subjects.map {
                Component(type: "file", name: $0.path, ref: $0.path, hashes: [Hash(content: $0.sha256.hex)])
            }
        let tools = material.inputs.filter { $0.kind == .toolchain || $0.kind == .sysroot }.map {
            Component(type: "application", name: $0.name, hashes: [Hash(content: $0.sha256.hex)])
        }
        let own = Component(type: "application", name: "xbuild", version: material.tool)
        text = CanonicalJSON.document(
            of: Document(
                schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
                serialNumber: "urn:uuid:\(Self.uuid(material.identity))",
                metadata: Metadata(
                    timestamp: RecordMaterial.date, tools: ["components": [own] + tools], component: library),
                components: parts,
                dependencies: [
                    Dependency(ref: facts.folder, dependsOn: material.dependencies.map { "\($0.name)-\($0.version)" })
                ]))
    }

    /// Returns a name-based UUID of version 8, RFC 9562, whose bits the application chooses.
    static func uuid(_ hash: SHA256Value) -> String {
        var digits = Array(hash.hex.prefix(32))
        digits[12] = "8"
        digits[16] = "a"
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }

    private static func library(_ material: RecordMaterial) -> Component {
        let facts = material.facts
        var component = Component(
            type: "library", name: facts.name, ref: facts.folder, version: facts.version.string)
        component.description = facts.summary
        component.licenses = [["expression": facts.license]]
        let sources = material.inputs.filter { $0.kind == .source }
        component.externalReferences =
            sources.compactMap { source in
                source.url.map {
                    Reference(type: "source-distribution", url: $0, hashes: [Hash(content: source.sha256.hex)])
                }
            } + (facts.homepage.map { [Reference(type: "website", url: $0)] } ?? [])
        component.pedigree = Pedigree(
            ancestors: sources.map {
                Component(type: "file", name: $0.name, hashes: [Hash(content: $0.sha256.hex)])
            },
            patches: material.inputs.filter { $0.kind == .patch }.map { Patch(diff: ["url": $0.name]) })
        return component
    }

    private static func component(_ dependency: DependencyRecord, of facts: PackageFacts) -> Component {
        let name = "\(dependency.name)-\(dependency.version)"
        var component = Component(
            type: "library", name: dependency.name, ref: name, version: dependency.version.string)
        component.licenses = facts.license(of: dependency).map { [["expression": $0]] }
        component.pedigree = Pedigree(
            ancestors: dependency.sources.map {
                Component(type: "file", name: "source of \(name)", hashes: [Hash(content: $0.hex)])
            }, patches: [])
        return component
    }

    private struct Document: Encodable {
        var schema: String
        var bomFormat = "CycloneDX"
        var specVersion = "1.6"
        var serialNumber: String
        var version = 1
        var metadata: Metadata
        var components: [Component]
        var dependencies: [Dependency]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case bomFormat, specVersion, serialNumber, version, metadata, components, dependencies
        }
    }

    private struct Metadata: Encodable {
        var timestamp: String
        var tools: [String: [Component]]
        var component: Component
    }

    private struct Component: Encodable {
        var type: String
        var name: String
        var ref: String?
        var version: String?
        var description: String?
        var hashes: [Hash]?
        var licenses: [[String: String]]?
        var externalReferences: [Reference]?
        var pedigree: Pedigree?

        enum CodingKeys: String, CodingKey {
            case ref = "bom-ref"
            case type, name, version, description, hashes, licenses, externalReferences, pedigree
        }
    }

    private struct Pedigree: Encodable {
        var ancestors: [Component]
        var patches: [Patch]
    }

    private struct Patch: Encodable {
        var type = "unofficial"
        var diff: [String: String]
    }

    private struct Hash: Encodable {
        var alg = "SHA-256"
        var content: String
    }

    private struct Reference: Encodable {
        var type: String
        var url: String
        var hashes: [Hash]?
    }

    private struct Dependency: Encodable {
        var ref: String
        var dependsOn: [String]
    }
}
