import Basics
import ObjectFiles
import Targets

/// Checks one variant of a bundle: its archive, triples, headers and module map.
struct BundleVariantCheck {
    var files: PackageFiles
    /// The variant's key: `artifacts.z.variants[0]`.
    var key: String
    var variant: [String: PlainValue]

    /// Runs the checks and returns the archive's path; nil when the bundle does not contain the archive.
    func run(
        _ triples: inout BundleTriples, _ findings: inout CheckFindings, _ contribution: inout Contribution
    ) -> RelativePath? {
        let known = ["path", "supportedTriples", "staticLibraryMetadata"]
        findings.checkKeys(of: variant, known, at: key + ".")
        let targets = checkTriples(&triples, &findings)
        checkMetadata(&findings, &contribution)
        guard let text = variant["path"]?.text else {
            findings.add(.bundlePath, "the variant names no archive", key: "\(key).path")
            return nil
        }
        guard let named = resolve(text, "path", &findings) else { return nil }
        guard case .path(let path) = named, files.isFile(path) else {
            findings.add(.bundlePath, "archive `\(text)` does not exist", key: "\(key).path")
            return nil
        }
        if !path.name.hasPrefix("lib") || !path.name.hasSuffix(".a") {
            findings.add(.bundleLibraryName, "`\(path.name)` is not named `lib….a`", key: "\(key).path")
        }
        contribution.archives[path.name] = path
        let file = CheckedFile(files: files, path: path)
        if let facts = ArchiveFacts(file, into: &findings) {
            for target in targets { check(facts, of: path, for: target, &findings) }
        }
        return path
    }

    private func checkTriples(_ triples: inout BundleTriples, _ findings: inout CheckFindings) -> [Target] {
        let list = variant["supportedTriples"]?.texts ?? []
        if list.isEmpty {
            findings.add(.bundleNoTriples, "the variant supports no triple", key: "\(key).supportedTriples")
        }
        return list.enumerated().compactMap { index, triple in
            triples.check(triple, of: key, at: "\(key).supportedTriples[\(index)]", &findings)
        }
    }

    /// Resolves a path; for a path outside the bundle, reports a finding and returns nil.
    private func resolve(_ text: String, _ name: String, _ findings: inout CheckFindings) -> PackageFiles.Named? {
        let named = files.resolve(text)
        guard case .outside = named else { return named }
        findings.add(.pathOutside, "`\(text)` leads out of the bundle", key: "\(key).\(name)")
        return nil
    }

    private func checkMetadata(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        let metadata = variant["staticLibraryMetadata"]?.map ?? [:]
        let place = "\(key).staticLibraryMetadata"
        findings.checkKeys(of: metadata, ["headerPaths", "moduleMapPath"], at: place + ".")
        var folders: [PackageFiles.Named] = []
        for (index, text) in (metadata["headerPaths"]?.texts ?? []).enumerated() {
            let name = "staticLibraryMetadata.headerPaths[\(index)]"
            guard let folder = resolve(text, name, &findings) else { continue }
            if case .path(let path) = folder, !files.isFolder(path) {
                findings.add(.bundleHeaders, "headers' folder `\(path)` does not exist", key: "\(key).\(name)")
            }
            folders.append(folder)
        }
        guard let text = metadata["moduleMapPath"]?.text else {
            findings.add(.bundleNoModuleMap, "the variant has no module map", key: place)
            return
        }
        guard let named = resolve(text, "staticLibraryMetadata.moduleMapPath", &findings) else { return }
        guard case .path(let path) = named, files.isFile(path) else {
            findings.add(.bundleModuleMap, "module map `\(text)` does not exist", key: "\(place).moduleMapPath")
            return
        }
        if !folders.contains(where: { $0.holds(path) }) {
            findings.add(
                .bundleMapNotFound, "module map `\(path)` is in no folder of `headerPaths`", key: "\(place).headerPaths"
            )
        }
        contribution.add(ModuleMapCheck(files: files, path: path).run(into: &findings), of: path)
    }

    /// Checks that the objects are for the triple's architecture and platform.
    private func check(
        _ facts: ArchiveFacts, of path: RelativePath, for target: Target, _ findings: inout CheckFindings
    ) {
        let slices = facts.slices.filter { Self.matches($0.architecture, target) }
        guard let slice = slices.first else {
            let found = facts.slices.compactMap(\.architecture).joined(separator: ", ")
            findings.add(
                .bundleArchitecture, "`\(path.name)` is for \(found), not for `\(target.triple)`", file: path)
            return
        }
        if let object = slice.objects.first(where: { !Self.isOf($0.summary, target) }) {
            let found = object.summary.platform?.description ?? object.summary.format.rawValue
            findings.add(
                .bundlePlatform, "\(object.words) is for \(found), not for `\(target.triple)`", file: path,
                at: object.place)
        }
    }

    private static func matches(_ architecture: String?, _ target: Target) -> Bool {
        architecture.flatMap(Architecture.init(spelling:)) == target.architecture
    }

    private static func isOf(_ summary: ObjectSummary, _ target: Target) -> Bool {
        switch target.platform {
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS:
            summary.format == .machO && [nil, ObjectPlatform(target)].contains(summary.platform)
        case .linux, .android: summary.format == .elf
        case .windows: summary.format == .coff
        case .wasi: summary.format == .wasm
        }
    }
}

extension ObjectPlatform {
    /// Returns the Mach-O platform of a target; nil for other formats.
    init?(_ target: Target) {
        guard target.platform.isApple else { return nil }
        self.init(word: target.linkerSystem)
    }
}
