import Actions
import Basics
import Packages
import Steps
import Targets

extension ComposePackages: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var files: [RelativePath: Node] = [:]
        let facts = parameters.facts
        var manifest = PackagesManifest(
            name: facts.name, version: facts.version, license: facts.license, module: facts.module,
            formats: parameters.formats, targets: parameters.slices, missing: parameters.missing)
        for format in parameters.formats {
            let path = RelativePath.checked("formats/\(format.rawValue)")
            guard let tree = try context.folder(path) else { continue }
            switch format {
            case .xcframework, .artifactBundle:
                for entry in tree.entries { files[.checked(entry.name)] = entry.node }
            case .swiftPackage, .prefix: files[.checked(format.rawValue)] = .directory(tree)
            }
        }
        for format in PackageFormat.allCases {
            guard let zip = context.inputs[.checked("zips/\(format.rawValue)")], case .file(let digest, _) = zip
            else { continue }
            let name = "\(facts.module).\(format.rawValue).zip"
            files[.checked(name)] = zip
            manifest.zips.append(.init(path: name, sha256: digest.hash, size: digest.size))
        }
        for (name, place) in [("records", "sbom"), ("licenses", "licenses")] {
            if let tree = try context.folder(.checked(name)) { files[.checked(place)] = .directory(tree) }
        }
        files["manifest.json"] = try await context.file(manifest.text)
        return outcome(facts.folder, files)
    }
}

/// The `manifest.json` of a library's packages.
struct PackagesManifest: Encodable {
    var schema = 1
    var name: String
    var version: Version
    var license: String
    var module: ModuleName
    var formats: [PackageFormat]
    var targets: [PackageSlice]
    /// The requested targets that are left out.
    var missing: [Target]
    var zips: [File] = []

    struct File: Encodable {
        var path: String
        /// The digest, which is also SwiftPM's checksum.
        var sha256: SHA256Value
        var size: Int
    }

    var text: String { CanonicalJSON.document(of: self) }
}
