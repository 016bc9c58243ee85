import Basics
import ObjectFiles
import Targets

/// Checks a SwiftPM package with binary targets: its manifest as SwiftPM reads it, and the packages inside.
struct SwiftPackageCheck {
    var files: PackageFiles

    private static let manifest: RelativePath = "Package.swift"

    func run() -> PackageChecker.Part {
        var findings = CheckFindings(files)
        files.checkCommon(&findings)
        var part = PackageChecker.Part(findings: [])
        if let dump = dump(&findings) {
            checkTargets(dump, &findings)
            checkProducts(dump, &findings)
            checkDependencies(dump, &findings)
            checkBinaries(dump, &part, &findings)
            part.contributions.append((files, contribution(dump)))
        } else {
            let kinds: [PackageKind?] = [.artifactBundle, .xcframework]
            checkArtifacts(files.packagesWithin().filter { kinds.contains(PackageKind($0.value)) }, &part)
        }
        part.findings = findings.all + part.findings
        return part
    }

    // MARK: The manifest

    private func dump(_ findings: inout CheckFindings) -> ManifestDump? {
        guard let bytes = try? files.read(Self.manifest) else {
            findings.add(
                .manifestUnreadable, "`Package.swift` cannot be read", file: Self.manifest,
                hint: "make it a file of at most 4 MB")
            return nil
        }
        let line = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace).prefix { !$0.isNewline }
        let words = line.drop { $0 == "/" }.drop(while: \.isWhitespace)
        guard line.hasPrefix("//"), words.lowercased().hasPrefix("swift-tools-version:") else {
            findings.add(
                .manifestTools, "the manifest does not begin with its tools version", file: Self.manifest, at: "line 1")
            return nil
        }
        switch files.manifests[Self.manifest] ?? .unread("there is no Swift") {
        case .dumped(let json):
            do {
                return try ManifestDump(json)
            } catch {
                findings.add(
                    .manifestUnreadable, "the JSON of SwiftPM is invalid: \(error.reason)", file: Self.manifest)
            }
        case .refused(let message, let line):
            findings.add(.manifestUnreadable, message, file: Self.manifest, line: line)
        case .unread(let reason):
            findings.add(.manifestUnchecked, "the manifest was not checked: \(reason)", file: Self.manifest)
        }
        return nil
    }

    private func checkTargets(_ dump: ManifestDump, _ findings: inout CheckFindings) {
        for target in dump.targets {
            if target.hasUnsafeFlags {
                findings.add(.unsafeFlags, "target `\(target.name)` has unsafe flags", file: Self.manifest)
            }
            guard target.type != "binary", case .path(let path) = files.resolve(target.path ?? target.usualFolder),
                !files.isFolder(path)
            else { continue }
            findings.add(.targetFolder, "target `\(target.name)` has no folder `\(path)`", file: Self.manifest)
        }
    }

    private func checkProducts(_ dump: ManifestDump, _ findings: inout CheckFindings) {
        if dump.products.isEmpty, !dump.targets.isEmpty {
            findings.add(.manifestProducts, "the package has no products", file: Self.manifest)
        }
        let used = Set(dump.products.flatMap(\.targets) + dump.targets.flatMap(\.dependencies))
        for target in dump.targets where target.type == "binary" && !used.contains(target.name) {
            findings.add(.targetUnused, "binary target `\(target.name)` is not used", file: Self.manifest)
        }
    }

    /// Checks that a package with remote artifacts has no local dependencies: users fetch such a package without the
    /// folders beside it.
    private func checkDependencies(_ dump: ManifestDump, _ findings: inout CheckFindings) {
        guard dump.targets.contains(where: { $0.url != nil }) else { return }
        for path in dump.localDependencies {
            let name = path.split(separator: "/").last ?? ""
            findings.add(
                .dependencyFolder, "the package depends on the local folder `\(name)`, which users do not have",
                file: Self.manifest)
        }
    }

    /// Returns the names that other packages of a project must not have.
    private func contribution(_ dump: ManifestDump) -> Contribution {
        let names = dump.targets.filter { $0.type != "test" }.map(\.name)
        return Contribution(
            kind: .swiftPackage, owner: files.name,
            targets: Dictionary(names.map { ($0, Self.manifest) }) { first, _ in first })
    }

    // MARK: Binary targets

    private func checkBinaries(
        _ dump: ManifestDump, _ part: inout PackageChecker.Part, _ findings: inout CheckFindings
    ) {
        var artifacts: Set<RelativePath> = []
        let zips = files.files(below: nil).filter { $0.name.hasSuffix(".zip") }
        let zipsByName = Dictionary(zips.map { ($0.name, $0) }) { first, _ in first }
        for target in dump.targets where target.type == "binary" {
            if target.url != nil {
                checkRemote(target, zipsByName, &findings)
            } else if let path = path(of: target, &findings), files.isFolder(path) {
                artifacts.insert(path)
            }
        }
        let packages = files.packages(at: artifacts)
        checkArtifacts(packages, &part)
        for path in packages.keys.sorted() { checkMinimums(of: path, dump, &findings) }
    }

    private func path(of target: ManifestDump.Target, _ findings: inout CheckFindings) -> RelativePath? {
        guard let text = target.path else { return nil }
        let place = "target \(target.name)"
        guard case .path(let path) = files.resolve(text) else {
            findings.add(.pathOutside, "`\(text)` leads out of the package", file: Self.manifest, at: place)
            return nil
        }
        guard files.isFile(path) || files.isFolder(path) else {
            findings.add(.binaryTargetPath, "`\(path)` does not exist", file: Self.manifest, at: place)
            return nil
        }
        return path
    }

    private func checkArtifacts(_ packages: [RelativePath: PackageFiles], _ part: inout PackageChecker.Part) {
        let inner = PackageChecker.part([], packages, in: files)
        part.findings += inner.findings
        part.contributions += inner.contributions.map { inner, contribution in
            var contribution = contribution
            contribution.owner = files.name
            return (inner, contribution)
        }
    }

    /// Checks the checksum against the zip in the package that has the URL's file name: it will be uploaded there.
    private func checkRemote(
        _ target: ManifestDump.Target, _ zips: [String: RelativePath], _ findings: inout CheckFindings
    ) {
        guard let checksum = target.checksum else { return }
        let place = "target \(target.name)"
        guard checksum.utf8.count == 64, checksum.allSatisfy(\.isHexDigit) else {
            findings.add(.checksumForm, "`\(checksum)` is not a checksum", file: Self.manifest, at: place)
            return
        }
        guard let path = target.url?.split(separator: "/").last.flatMap({ zips[String($0)] }),
            let found = try? files.sha256(path), found != checksum.lowercased()
        else { return }
        findings.add(
            .checksumWrong, "the checksum does not match `\(path)`", file: Self.manifest, at: place,
            hint: "write `\(found)`")
    }

    // MARK: Versions

    /// Finds objects that need a newer version than the manifest states.
    private func checkMinimums(of path: RelativePath, _ dump: ManifestDump, _ findings: inout CheckFindings) {
        guard path.name.hasSuffix(".xcframework"), !dump.minimums.isEmpty else { return }
        for library in files.files(below: path) where library.name.hasSuffix(".a") {
            let file = path.appending(library)
            guard let bytes = try? files.map(file), let inventory = try? ObjectInventory(bytes) else { continue }
            for unit in inventory.slices.flatMap(\.units) {
                guard let summary = try? ObjectFile(unit.bytes).summary(), let platform = summary.platform,
                    let needed = summary.minimumVersion, let stated = dump.minimums[platform], needed > stated,
                    // No object can have a minimum below the first version that ran on its architecture.
                    needed > (summary.oldestVersion ?? stated)
                else { continue }
                let subject = unit.member.map { "member `\($0)`" } ?? "`\(file.name)`"
                findings.add(
                    .minimumTooNew, "\(subject) needs \(needed), the package states \(stated)", file: file,
                    at: unit.member.map { "member \($0)" })
                break
            }
        }
    }
}

extension ObjectSummary {
    /// The first version of the platform that ran on the object's architecture.
    var oldestVersion: PackedVersion? {
        let found = Target.all.first { target in
            platform != nil && ObjectPlatform(target) == platform
                && target.architecture == Architecture(spelling: architecture)
        }
        return found?.oldestVersion.flatMap { PackedVersion($0.major, $0.minor, $0.patch) }
    }
}
