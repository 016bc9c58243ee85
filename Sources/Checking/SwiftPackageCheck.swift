import Basics
import ObjectFiles

/// Checks a SwiftPM package with binary targets: its manifest, as far as it can be read without running it, and the
/// packages inside.
struct SwiftPackageCheck {
    var files: PackageFiles

    private static let manifest: RelativePath = "Package.swift"

    func run() -> PackageChecker.Part {
        var findings = CheckFindings(files)
        files.checkCommon(&findings)
        guard let bytes = try? files.read(Self.manifest) else {
            findings.add(
                .manifestUnreadable, "`Package.swift` cannot be read", file: Self.manifest,
                cure: "make it a file of at most 4 MB")
            return PackageChecker.Part(findings: findings.all)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let manifest = ManifestText(parsing: text)
        if let line = manifest.unclosed {
            findings.add(
                .manifestUnreadable, "unclosed bracket, text or comment", file: Self.manifest, at: "line \(line)")
        }
        if let line = manifest.tooDeep {
            findings.add(
                .manifestUnreadable, "brackets are nested too deeply", file: Self.manifest, at: "line \(line)",
                cure: "nest them less")
        }
        checkToolsVersion(text, &findings)
        checkTargets(manifest, &findings)
        checkProducts(manifest, &findings)
        for call in manifest.calls("unsafeFlags") {
            findings.add(.unsafeFlags, "a target has unsafe flags", file: Self.manifest, at: "line \(call.line)")
        }
        var part = PackageChecker.Part(findings: [])
        var seen = Seen(files, manifest)
        for call in manifest.calls("binaryTarget") { checkBinary(call, manifest, &seen, &part, &findings) }
        checkDependencies(manifest, &findings)
        part.contributions.append((files, contribution(manifest)))
        part.findings = findings.all + part.findings
        return part
    }

    private func checkToolsVersion(_ text: String, _ findings: inout CheckFindings) {
        let line = text.drop(while: \.isWhitespace).prefix { !$0.isNewline }
        let words = line.drop { $0 == "/" }.drop(while: \.isWhitespace)
        if !line.hasPrefix("//") || !words.lowercased().hasPrefix("swift-tools-version:") {
            findings.add(
                .manifestTools, "the manifest does not begin with its tools version", file: Self.manifest,
                at: "line 1")
        }
    }

    // MARK: Targets and products

    private static let kinds = [
        "target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "plugin", "macro",
    ]

    /// Returns the package's own targets: `.target(name:)` inside another target's dependencies is only a reference.
    private func targets(_ manifest: ManifestText) -> [ManifestText.Call] {
        manifest.calls.filter { call in
            Self.kinds.contains(call.name) && !call.path.contains { Self.kinds.contains($0) }
                && !call.path.contains("library") && call.path.contains("Package")
        }
    }

    private func checkTargets(_ manifest: ManifestText, _ findings: inout CheckFindings) {
        var seen: Set<String> = []
        for call in targets(manifest) {
            guard let name = call.texts["name"] else { continue }
            if !seen.insert(name).inserted {
                findings.add(
                    .targetTwice, "two targets have the name `\(name)`", file: Self.manifest, at: "line \(call.line)")
            }
            checkFolder(of: call, name: name, &findings)
        }
    }

    private func checkFolder(of call: ManifestText.Call, name: String, _ findings: inout CheckFindings) {
        guard call.name != "binaryTarget", !call.computed.contains("path") else { return }
        let base = call.name == "testTarget" ? "Tests" : call.name == "plugin" ? "Plugins" : "Sources"
        let text = call.texts["path"] ?? "\(base)/\(name)"
        guard case .path(let path) = files.resolve(text) else { return }
        if !files.isFolder(path) {
            findings.add(
                .targetFolder, "target `\(name)` has no folder `\(path)`", file: Self.manifest,
                at: "line \(call.line)")
        }
    }

    private func checkProducts(_ manifest: ManifestText, _ findings: inout CheckFindings) {
        let targets = targets(manifest)
        let names = Set(targets.compactMap { $0.texts["name"] })
        let known = names.sorted()
        let isWhole = !targets.isEmpty && targets.allSatisfy { $0.texts["name"] != nil }
        let products = manifest.calls("library", "executable", "plugin").filter { $0.labels.contains("targets") }
        if products.isEmpty, isWhole {
            findings.add(.manifestProducts, "the package has no products", file: Self.manifest)
        }
        var used: Set<String> = []
        for product in products {
            for name in product.lists["targets"] ?? [] {
                used.insert(name)
                guard isWhole, !names.contains(name) else { continue }
                let near = findings.nearest(to: name, among: known)
                findings.add(
                    .productTarget, "product `\(product.texts["name"] ?? "")` lists `\(name)`, which is not a target",
                    file: Self.manifest, at: "line \(product.line)", cure: near.map { "did you mean `\($0)`?" })
            }
        }
        guard isWhole, !products.contains(where: { $0.computed.contains("targets") }) else { return }
        checkUse(of: targets, used, manifest, &findings)
    }

    /// Finds binary targets that no product and no target uses.
    private func checkUse(
        of targets: [ManifestText.Call], _ products: Set<String>, _ manifest: ManifestText,
        _ findings: inout CheckFindings
    ) {
        var used = products
        for call in manifest.calls {
            used.formUnion(call.lists["dependencies"] ?? [])
            // `.target(name: "Z")` and `.byName(name: "Z")` inside a target's dependencies.
            if call.path.contains(where: Self.kinds.contains), let name = call.texts["name"] { used.insert(name) }
        }
        for call in targets where call.name == "binaryTarget" {
            guard let name = call.texts["name"], !used.contains(name) else { continue }
            findings.add(
                .targetUnused, "binary target `\(name)` is not used", file: Self.manifest, at: "line \(call.line)")
        }
    }

    /// Returns the names that other packages of a project must not have.
    private func contribution(_ manifest: ManifestText) -> Contribution {
        let names = targets(manifest).filter { $0.name != "testTarget" }.compactMap { $0.texts["name"] }
        return Contribution(
            kind: .swiftPackage, owner: files.name,
            targets: Dictionary(names.map { ($0, Self.manifest) }) { first, _ in first })
    }

    /// Checks that a package with remote artifacts needs no folders beside it: such a package is itself fetched,
    /// without them.
    private func checkDependencies(_ manifest: ManifestText, _ findings: inout CheckFindings) {
        guard manifest.calls("binaryTarget").contains(where: { $0.labels.contains("url") }) else { return }
        for call in manifest.calls("package") where call.labels.contains("path") && call.path.innermost == "Package" {
            findings.add(
                .dependencyFolder,
                "the package depends on the local folder `\(call.texts["path"] ?? "")`, which users do not have",
                file: Self.manifest, at: "line \(call.line)")
        }
    }

    // MARK: Binary targets

    /// The files read so far, since a manifest can name a file any number of times.
    private struct Seen {
        var artifacts: Set<RelativePath> = []
        let packages: [RelativePath: PackageFiles]
        /// The zips by their names.
        let zips: [String: RelativePath]
        var digests: [RelativePath: String] = [:]

        init(_ files: PackageFiles, _ manifest: ManifestText) {
            let paths = manifest.calls("binaryTarget").compactMap { call -> RelativePath? in
                guard let text = call.texts["path"], case .path(let path) = files.resolve(text) else { return nil }
                return files.isFolder(path) ? path : nil
            }
            packages = files.packages(at: Set(paths))
            let all = files.files(below: nil).filter { $0.name.hasSuffix(".zip") }
            zips = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        }
    }

    private func checkBinary(
        _ call: ManifestText.Call, _ manifest: ManifestText, _ seen: inout Seen,
        _ part: inout PackageChecker.Part, _ findings: inout CheckFindings
    ) {
        if call.labels.contains("url") { return checkRemote(call, &seen, &findings) }
        guard let text = call.texts["path"] else { return }
        let place = "line \(call.line)"
        let named = files.resolve(text)
        if case .outside = named {
            findings.add(.pathOutside, "`\(text)` leads out of the package", file: Self.manifest, at: place)
            return
        }
        let suffixes = [".xcframework", ".artifactbundle", ".zip"]
        guard case .path(let path) = named, suffixes.contains(where: path.name.hasSuffix) else {
            findings.add(
                .binaryTargetKind, "`\(text)` cannot be a binary target", file: Self.manifest,
                at: place)
            return
        }
        guard files.isFile(path) || files.isFolder(path) else {
            findings.add(.binaryTargetPath, "`\(path)` does not exist", file: Self.manifest, at: place)
            return
        }
        guard let package = seen.packages[path], seen.artifacts.insert(path).inserted else { return }
        var inner = PackageChecker.check(package)
        // The package's own license covers the packages inside.
        if files.hasLicense { inner.findings.removeAll { $0.check == .licenseMissing } }
        for index in inner.contributions.indices { inner.contributions[index].contribution.owner = files.name }
        part.findings += inner.findings
        part.contributions += inner.contributions
        checkMinimums(of: path, manifest, &findings)
    }

    private func checkRemote(_ call: ManifestText.Call, _ seen: inout Seen, _ findings: inout CheckFindings) {
        let place = "line \(call.line)"
        if let url = call.texts["url"] {
            let isIndex = url.hasSuffix(".artifactbundleindex")
            if !url.hasPrefix("https://") || !(url.hasSuffix(".zip") || isIndex) {
                findings.add(
                    .binaryTargetURL, "unsupported address `\(url)`", file: Self.manifest, at: place)
            }
        }
        guard call.labels.contains("checksum") else {
            findings.add(.checksumMissing, "a binary target has no checksum", file: Self.manifest, at: place)
            return
        }
        guard let checksum = call.texts["checksum"] else { return }
        guard checksum.utf8.count == 64, checksum.allSatisfy(\.isHexDigit) else {
            findings.add(.checksumForm, "`\(checksum)` is not a checksum", file: Self.manifest, at: place)
            return
        }
        checkLocalCopy(of: call.texts["url"] ?? "", checksum, place, &seen, &findings)
    }

    /// Checks the checksum against a zip of that name in the package: this zip will be uploaded.
    private func checkLocalCopy(
        of url: String, _ checksum: String, _ place: String, _ seen: inout Seen, _ findings: inout CheckFindings
    ) {
        guard let path = url.split(separator: "/").last.flatMap({ seen.zips[String($0)] }),
            let found = seen.digests[path] ?? (try? files.sha256(path))
        else { return }
        seen.digests[path] = found
        guard found != checksum.lowercased() else { return }
        findings.add(
            .checksumWrong, "the checksum does not match `\(path)`", file: Self.manifest, at: place,
            cure: "write `\(found)`")
    }

    // MARK: Versions

    /// Finds objects that need a newer version than the manifest states.
    private func checkMinimums(of path: RelativePath, _ manifest: ManifestText, _ findings: inout CheckFindings) {
        guard path.name.hasSuffix(".xcframework") else { return }
        let minimums = ManifestPlatforms(manifest).minimums
        guard !minimums.isEmpty else { return }
        for library in files.files(below: path) where library.name.hasSuffix(".a") {
            let file = path.appending(library)
            guard let bytes = try? files.map(file), let inventory = try? ObjectInventory(bytes) else { continue }
            for unit in inventory.slices.flatMap(\.units) {
                guard let summary = try? ObjectFile(unit.bytes).summary(), let platform = summary.platform,
                    let needed = summary.minimumVersion, let stated = minimums[platform], needed > stated,
                    // The first version for an architecture is not the library's choice.
                    needed > (ManifestPlatforms.oldest(summary) ?? stated)
                else { continue }
                findings.add(
                    .minimumTooNew,
                    "member `\(unit.member ?? file.name)` needs \(needed), the package states \(stated)",
                    file: file, at: unit.member.map { "member \($0)" })
                break
            }
        }
    }
}
