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
        let files = material.subjects.map { Self.file("file", $0.path, $0.sha256, reference: .string($0.path)) }
        let tools = material.inputs.filter { $0.kind == .toolchain || $0.kind == .sysroot }.map {
            Self.file("application", $0.name, $0.sha256)
        }
        let own: JSONValue = ["type": "application", "name": "xbuild", "version": .string(material.tool)]
        let needs = material.dependencies.map { JSONValue.string("\($0.name)-\($0.version)") }
        let document: JSONValue = [
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX",
            "specVersion": "1.6", "serialNumber": "urn:uuid:\(Self.uuid(material.identity))", "version": 1,
            "metadata": [
                "timestamp": .string(RecordMaterial.date), "tools": ["components": .array([own] + tools)],
                "component": Self.library(material),
            ],
            "components": .array(material.dependencies.map { Self.component($0, of: facts) } + files),
            "dependencies": [["ref": .string(facts.folder), "dependsOn": .array(needs)]],
        ]
        text = document.document + "\n"
    }

    /// Returns a UUID made from a hash. It has version 8, for which RFC 9562 lets the application choose the bits.
    static func uuid(_ hash: SHA256Value) -> String {
        var digits = Array(hash.hex.prefix(32))
        digits[12] = "8"
        digits[16] = "a"
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }

    private static func library(_ material: RecordMaterial) -> JSONValue {
        let facts = material.facts
        let sources = material.inputs.filter { $0.kind == .source }
        let archives = sources.compactMap { source -> JSONValue? in
            guard let url = source.url else { return nil }
            return ["type": "source-distribution", "url": .string(url), "hashes": hashes(source.sha256)]
        }
        let homepage: [JSONValue] = facts.homepage.map { [["type": "website", "url": .string($0)]] } ?? []
        let patches = material.inputs.filter { $0.kind == .patch }.map { patch -> JSONValue in
            ["type": "unofficial", "diff": ["url": .string(patch.name)]]
        }
        return [
            "type": "library", "name": .string(facts.name), "bom-ref": .string(facts.folder),
            "version": .string(facts.version.string), "description": .string(facts.summary),
            "licenses": [["expression": .string(facts.license)]],
            "externalReferences": .array(archives + homepage),
            "pedigree": [
                "ancestors": .array(sources.map { file("file", $0.name, $0.sha256) }), "patches": .array(patches),
            ],
        ]
    }

    private static func component(_ dependency: DependencyRecord, of facts: PackageFacts) -> JSONValue {
        let name = "\(dependency.name)-\(dependency.version)"
        return [
            "type": "library", "name": .string(dependency.name), "bom-ref": .string(name),
            "version": .string(dependency.version.string),
            "licenses": facts.license(of: dependency).map { [["expression": .string($0)]] },
            "pedigree": [
                "ancestors": .array(dependency.sources.map { file("file", "source of \(name)", $0) }), "patches": [],
            ],
        ]
    }

    private static func file(
        _ type: String, _ name: String, _ hash: SHA256Value, reference: JSONValue? = nil
    ) -> JSONValue {
        ["type": .string(type), "name": .string(name), "bom-ref": reference, "hashes": hashes(hash)]
    }

    private static func hashes(_ hash: SHA256Value) -> JSONValue {
        [["alg": "SHA-256", "content": .string(hash.hex)]]
    }
}
