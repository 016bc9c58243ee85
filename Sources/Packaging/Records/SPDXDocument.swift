import Basics

/// SPDX 2.3 as JSON: the library, what it is shipped as, sources, patches, toolchains and dependencies as packages, and how
/// they are related.
///
/// Source: the SPDX specification 2.3, chapters 6, 7 and 11, and its JSON schema.
struct SPDXDocument {
    let text: String

    init(_ material: RecordMaterial) {
        let facts = material.facts
        var packages = [Self.library(material)]
        var relationships = [Relationship("SPDXRef-DOCUMENT", .describes, Self.libraryID)]
        for (index, subject) in material.subjects.enumerated() {
            let id = "SPDXRef-Artifact-\(index + 1)"
            var package = Package(id, name: subject.path, version: facts.version.string)
            package.packageFileName = subject.path
            package.checksums = [Checksum(subject.sha256)]
            package.licenseConcluded = facts.license
            packages.append(package)
            relationships.append(Relationship(id, .packageOf, Self.libraryID))
        }
        for (index, input) in material.inputs.enumerated() {
            let id = "SPDXRef-Input-\(index + 1)"
            packages.append(Self.package(id, input))
            relationships.append(Self.relationship(id, input.kind))
        }
        for (index, dependency) in material.dependencies.enumerated() {
            let id = "SPDXRef-Dependency-\(index + 1)"
            var package = Package(id, name: dependency.name, version: dependency.version.string)
            package.licenseDeclared = facts.license(of: dependency) ?? package.licenseDeclared
            packages.append(package)
            relationships.append(Relationship(Self.libraryID, .staticLink, id))
        }
        text = CanonicalJSON.document(
            of: Document(
                name: facts.folder,
                documentNamespace: "https://spdx.org/spdxdocs/\(facts.folder)-\(material.identity.hex)",
                creationInfo: CreationInfo(created: RecordMaterial.date, creators: ["Tool: xbuild-\(material.tool)"]),
                packages: packages, relationships: relationships))
    }

    private static let libraryID = "SPDXRef-Library"

    private static func library(_ material: RecordMaterial) -> Package {
        let facts = material.facts
        var package = Package(libraryID, name: facts.name, version: facts.version.string)
        package.licenseDeclared = facts.license
        package.licenseConcluded = facts.license
        package.summary = facts.summary
        package.homepage = facts.homepage
        package.primaryPackagePurpose = "LIBRARY"
        if !material.licenseText.isEmpty { package.licenseComments = material.licenseText }
        return package
    }

    private static func package(_ id: String, _ input: InputRecord) -> Package {
        var package = Package(id, name: input.name, version: nil)
        package.downloadLocation = input.url ?? "NOASSERTION"
        package.checksums = [Checksum(input.sha256)]
        package.primaryPackagePurpose =
            switch input.kind {
            case .source, .patch, .recipe: "SOURCE"
            case .toolchain: "APPLICATION"
            case .sysroot: "ARCHIVE"
            }
        return package
    }

    private static func relationship(_ id: String, _ kind: InputRecord.Kind) -> Relationship {
        switch kind {
        case .source: Relationship(libraryID, .generatedFrom, id)
        case .patch: Relationship(id, .patchFor, libraryID)
        case .recipe: Relationship(id, .dependencyOf, libraryID)
        case .toolchain, .sysroot: Relationship(id, .buildToolOf, libraryID)
        }
    }

    private struct Document: Encodable {
        var spdxVersion = "SPDX-2.3"
        var dataLicense = "CC0-1.0"
        var SPDXID = "SPDXRef-DOCUMENT"
        var name: String
        var documentNamespace: String
        var creationInfo: CreationInfo
        var packages: [Package]
        var relationships: [Relationship]
    }

    private struct CreationInfo: Encodable {
        var created: String
        var creators: [String]
    }

    private struct Checksum: Encodable {
        var algorithm = "SHA256"
        var checksumValue: String

        init(_ value: SHA256Value) { checksumValue = value.hex }
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

        init(_ id: String, name: String, version: String?) {
            SPDXID = id
            self.name = name
            versionInfo = version
        }
    }

    private struct Relationship: Encodable {
        var spdxElementId: String
        var relationshipType: Kind
        var relatedSpdxElement: String

        enum Kind: String, Encodable {
            case describes = "DESCRIBES"
            case packageOf = "PACKAGE_OF"
            case generatedFrom = "GENERATED_FROM"
            case patchFor = "PATCH_FOR"
            case dependencyOf = "DEPENDENCY_OF"
            case buildToolOf = "BUILD_TOOL_OF"
            case staticLink = "STATIC_LINK"
        }

        init(_ element: String, _ kind: Kind, _ related: String) {
            (spdxElementId, relationshipType, relatedSpdxElement) = (element, kind, related)
        }
    }
}
