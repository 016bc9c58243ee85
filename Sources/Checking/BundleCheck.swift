import Basics
import Targets

/// Checks an artifact bundle of static libraries, as SwiftPM reads it (SE-0482).
///
/// SwiftPM reports little: most faults give only "does not contain a binary artifact", or nothing until `no such
/// module`. Source of the rules: SwiftPM's `ArtifactsArchiveMetadata` and `Triple`, and trials with Swift 6.3.
struct BundleCheck {
    var files: PackageFiles

    /// The limit of checked variants: each listed archive is read, even if it is listed repeatedly.
    private static let mostVariants = 256

    func run(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        files.checkCommon(&findings)
        guard let info = files.description(.bundle, &findings) else { return }
        findings.checkKeys(of: info, ["schemaVersion", "artifacts"], at: "")
        if !["1.0", "1.1", "1.2"].contains(info["schemaVersion"]?.text) {
            findings.add(.bundleSchema, "`schemaVersion` is \(Self.words(info["schemaVersion"]))", key: "schemaVersion")
        }
        guard let artifacts = info["artifacts"]?.map, !artifacts.isEmpty else {
            findings.add(.bundleArtifacts, "`info.json` lists no artifacts", key: "artifacts")
            return
        }
        let count = artifacts.values.reduce(0) { $0 + ($1.map?["variants"]?.list?.count ?? 0) }
        guard count <= Self.mostVariants, artifacts.count <= Self.mostVariants else {
            findings.add(
                .bundleVariants, "the bundle has \(artifacts.count) artifacts with \(count) variants", key: "artifacts",
                hint: "list one variant for each triple")
            return
        }
        var listed: Set<RelativePath> = []
        for (name, artifact) in artifacts.sorted(by: { $0.key < $1.key }) {
            check(artifact, name: name, &listed, &findings, &contribution)
        }
        let libraries = artifacts.values.filter { $0.map?["type"]?.text == "staticLibrary" }
        if libraries.count > 1 {
            findings.add(.bundleSeveral, "the bundle has \(libraries.count) libraries", key: "artifacts")
        }
        for path in files.files(below: nil) where path.name.hasSuffix(".a") && !listed.contains(path) {
            findings.add(.bundleUnlisted, "no variant names archive `\(path)`", file: path)
        }
    }

    private func check(
        _ artifact: PlainValue, name: String, _ listed: inout Set<RelativePath>, _ findings: inout CheckFindings,
        _ contribution: inout Contribution
    ) {
        let key = "artifacts.\(name)"
        let map = artifact.map ?? [:]
        findings.checkKeys(of: map, ["type", "version", "variants"], at: key + ".")
        let type = map["type"]?.text
        // Programs and SDKs are not libraries; their files are not checked.
        if ["executable", "swiftSDK", "crossCompilationDestination"].contains(type) {
            for (index, variant) in (map["variants"]?.list ?? []).enumerated() {
                checkPath(of: variant, key: "\(key).variants[\(index)].path", &listed, &findings)
            }
            return
        }
        if type != "staticLibrary" {
            findings.add(
                .bundleType, "the type of artifact `\(name)` is \(Self.words(map["type"]))", key: "\(key).type")
        }
        if (map["version"]?.text ?? "").isEmpty {
            findings.add(.bundleVersion, "artifact `\(name)` has no version", key: "\(key).version")
        }
        guard let variants = map["variants"]?.list, !variants.isEmpty else {
            findings.add(.bundleVariants, "artifact `\(name)` has no variants", key: "\(key).variants")
            return
        }
        var triples = BundleTriples()
        for (index, variant) in variants.enumerated() {
            let check = BundleVariantCheck(
                files: files, key: "\(key).variants[\(index)]", variant: variant.map ?? [:])
            if let path = check.run(&triples, &findings, &contribution) { listed.insert(path) }
        }
    }

    /// Checks that a variant of a program or SDK is inside the bundle.
    private func checkPath(
        of variant: PlainValue, key: String, _ listed: inout Set<RelativePath>, _ findings: inout CheckFindings
    ) {
        guard let text = variant.map?["path"]?.text else { return }
        switch files.resolve(text) {
        case .path(let path): listed.insert(path)
        case .root: break
        case .outside: findings.add(.pathOutside, "`\(text)` leads out of the bundle", key: key)
        }
    }

    static func words(_ value: PlainValue?) -> String {
        switch value {
        case .text(let text)?: "`\(text)`"
        case .number?, .flag?, .list?, .map?, .nothing?: "not text"
        case nil: "missing"
        }
    }
}
