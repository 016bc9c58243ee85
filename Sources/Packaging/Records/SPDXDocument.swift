import Basics
import Packages
import Steps

/// SPDX 2.3 as JSON: the library, its shipped files, sources, patches, toolchains and dependencies as packages, and the
/// relationships between them.
///
/// Source: the SPDX specification 2.3, chapters 6, 7, 10 and 11, and its JSON schema.
struct SPDXDocument {
    let text: String

    init(_ material: RecordMaterial) {
        let facts = material.facts
        var packages = [Self.library(material)]
        var relationships = [Self.relationship("SPDXRef-DOCUMENT", .describes, Self.libraryID)]
        for (index, subject) in material.subjects.enumerated() {
            let id = "SPDXRef-Artifact-\(index + 1)"
            packages.append(
                Package(
                    SPDXID: id, name: subject.path, versionInfo: facts.version.string, licenseConcluded: facts.license,
                    checksums: [Checksum(checksumValue: subject.sha256.hex)], packageFileName: subject.path))
            relationships.append(Self.relationship(id, .packageOf, Self.libraryID))
        }
        for (index, input) in material.inputs.enumerated() {
            let id = "SPDXRef-Input-\(index + 1)"
            packages.append(Self.package(id, input))
            relationships.append(Self.relationship(id, input.kind))
        }
        for (index, dependency) in material.dependencies.enumerated() {
            let id = "SPDXRef-Dependency-\(index + 1)"
            packages.append(
                Package(
                    SPDXID: id, name: dependency.name, versionInfo: dependency.version.string,
                    licenseDeclared: facts.license(of: dependency) ?? "NOASSERTION"))
            relationships.append(Self.relationship(Self.libraryID, .staticLink, id))
            for (number, source) in dependency.sources.enumerated() {
                let sourceID = "\(id)-Source-\(number + 1)"
                packages.append(Self.source(sourceID, of: dependency, source))
                relationships.append(Self.relationship(id, .generatedFrom, sourceID))
            }
        }
        let document: JSONValue = [
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": .string(facts.folder),
            "documentNamespace": "https://spdx.org/spdxdocs/\(facts.folder)-\(material.identity.hex)",
            "creationInfo": ["created": .string(RecordMaterial.date), "creators": ["Tool: xbuild-\(material.tool)"]],
            "hasExtractedLicensingInfos": Self.ownLicenses(material),
            "packages": CanonicalJSON.value(of: packages), "relationships": .array(relationships),
        ]
        text = document.document + "\n"
    }

    /// Returns an entry for each license without SPDX identifier, with its text or the place of its text; nil if there
    /// are none.
    private static func ownLicenses(_ material: RecordMaterial) -> JSONValue? {
        var licenses: [String: String] = [:]
        for dependency in material.dependencies {
            for id in references(in: material.facts.license(of: dependency) ?? "") {
                licenses[id] =
                    "The license of \(dependency.name) \(dependency.version): `licenses/\(dependency.name)` of the packages."
            }
        }
        let text = material.licenseText
        for id in references(in: material.facts.license) { licenses[id] = text.isEmpty ? "NOASSERTION" : text }
        let all = licenses.sorted { $0.key < $1.key }.map { id, text -> JSONValue in
            ["licenseId": .string(id), "extractedText": .string(text), "name": "\(id.dropFirst(licensePrefix.count))"]
        }
        return all.isEmpty ? nil : .array(all)
    }

    private static func references(in expression: String) -> [String] {
        expression.split { " ()".contains($0) }.filter { $0.hasPrefix(licensePrefix) }.map(String.init)
    }

    private static let libraryID = "SPDXRef-Library"
    private static let licensePrefix = "LicenseRef-"

    private static func library(_ material: RecordMaterial) -> Package {
        let facts = material.facts
        return Package(
            SPDXID: libraryID, name: facts.name, versionInfo: facts.version.string, licenseConcluded: facts.license,
            licenseDeclared: facts.license, licenseComments: material.licenseText.isEmpty ? nil : material.licenseText,
            summary: facts.summary, homepage: facts.homepage, primaryPackagePurpose: "LIBRARY")
    }

    private static func package(_ id: String, _ input: InputRecord) -> Package {
        let purpose =
            switch input.kind {
            case .source, .patch, .recipe: "SOURCE"
            case .toolchain: "APPLICATION"
            case .sysroot: "ARCHIVE"
            }
        return Package(
            SPDXID: id, name: input.name, downloadLocation: input.url ?? "NOASSERTION",
            checksums: [Checksum(checksumValue: input.sha256.hex)], primaryPackagePurpose: purpose)
    }

    private static func source(_ id: String, of dependency: DependencyRecord, _ hash: SHA256Value) -> Package {
        Package(
            SPDXID: id, name: "source of \(dependency.name)-\(dependency.version)",
            versionInfo: dependency.version.string, checksums: [Checksum(checksumValue: hash.hex)],
            primaryPackagePurpose: "SOURCE")
    }

    private static func relationship(_ id: String, _ kind: InputRecord.Kind) -> JSONValue {
        switch kind {
        case .source: relationship(libraryID, .generatedFrom, id)
        case .patch: relationship(id, .patchFor, libraryID)
        case .recipe: relationship(id, .dependencyOf, libraryID)
        case .toolchain, .sysroot: relationship(id, .buildToolOf, libraryID)
        }
    }

    private struct Checksum: Encodable {
        var algorithm = "SHA256"
        var checksumValue: String
    }

    private struct Package: Encodable {
        var SPDXID: String
        var name: String
        var versionInfo: String?
        var downloadLocation = "NOASSERTION"
        var filesAnalyzed = false
        var licenseConcluded = "NOASSERTION"
        var licenseDeclared = "NOASSERTION"
        var copyrightText = "NOASSERTION"
        var licenseComments: String?
        var checksums: [Checksum]?
        var packageFileName: String?
        var summary: String?
        var homepage: String?
        var primaryPackagePurpose: String?
    }

    private enum Relation: String {
        case describes = "DESCRIBES"
        case packageOf = "PACKAGE_OF"
        case generatedFrom = "GENERATED_FROM"
        case patchFor = "PATCH_FOR"
        case dependencyOf = "DEPENDENCY_OF"
        case buildToolOf = "BUILD_TOOL_OF"
        case staticLink = "STATIC_LINK"
    }

    private static func relationship(_ element: String, _ relation: Relation, _ related: String) -> JSONValue {
        [
            "spdxElementId": .string(element), "relationshipType": .string(relation.rawValue),
            "relatedSpdxElement": .string(related),
        ]
    }
}
