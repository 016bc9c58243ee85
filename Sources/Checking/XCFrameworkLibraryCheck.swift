import Basics
import ObjectFiles

/// Checks a slice of an XCFramework: paths, identifier, binary, headers, manifest.
struct XCFrameworkLibraryCheck {
    var files: PackageFiles
    var library: XCFrameworkLibrary

    func run(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        checkWords(&findings)
        guard let folder = folder(&findings) else { return }
        let path = existing(library.libraryPath, below: folder, .libraryPath, "LibraryPath", &findings)
        let named = library.binaryPath.map { existing($0, below: folder, .binaryPath, "BinaryPath", &findings) }
        if let symbols = library.symbolsPath {
            _ = existing(symbols, below: folder, .symbolsPath, "DebugSymbolsPath", &findings)
        }
        if library.isFramework {
            guard let path else { return }
            FrameworkCheck(files: files, library: library, folder: path).run(&findings, &contribution)
        } else {
            let binary = named.flatMap { $0 } ?? path
            if let binary, files.isFile(binary) {
                contribution.archives[binary.name] = contribution.archives[binary.name] ?? binary
                checkBinary(binary, minimum: nil, &findings)
            }
            checkHeaders(folder, &findings, &contribution)
            checkPrivacy(folder, &findings)
        }
    }

    /// Returns the slice's folder, whose name is the identifier; reports an identifier that leads elsewhere.
    private func folder(_ findings: inout CheckFindings) -> RelativePath? {
        let (identifier, key) = (library.identifier, "\(library.key).LibraryIdentifier")
        switch files.resolve(identifier) {
        case .path(let path) where identifier.contains("/") || path.string != identifier:
            findings.add(.identifierFolder, "the identifier `\(identifier)` is not the name of a folder", key: key)
        case .path(let path) where files.isFolder(path): return path
        case .path, .root:
            findings.add(.identifierFolder, "the slice `\(identifier)` has no folder", key: key)
        case .outside:
            findings.add(.pathOutside, "the identifier `\(identifier)` leads out of the XCFramework", key: key)
        }
        return nil
    }

    private func checkWords(_ findings: inout CheckFindings) {
        if library.objectPlatform == nil {
            findings.add(
                .platformUnknown, "unknown platform `\(library.system)`", key: "\(library.key).SupportedPlatform")
        }
        if library.identifier != library.expectedIdentifier, !library.architectures.isEmpty {
            findings.add(
                .identifierSpelling, "identifier `\(library.identifier)` is not `\(library.expectedIdentifier)`",
                key: "\(library.key).LibraryIdentifier")
        }
    }

    /// Returns a path of the slice; reports it if it does not exist.
    private func existing(
        _ text: String, below folder: RelativePath, _ check: Check, _ name: String, _ findings: inout CheckFindings
    ) -> RelativePath? {
        switch files.resolve(text, below: folder) {
        case .path(let path) where files.isFile(path) || files.isFolder(path): return path
        case .path(let path):
            findings.add(check, "`\(path)` does not exist", key: "\(library.key).\(name)")
        case .root, .outside:
            findings.add(.pathOutside, "`\(text)` leads out of the XCFramework", key: "\(library.key).\(name)")
        }
        return nil
    }

    /// Checks architectures, platform and versions of the objects.
    ///
    /// - Parameter minimum: the minimum version that a framework states.
    func checkBinary(_ path: RelativePath, minimum: PackedVersion?, _ findings: inout CheckFindings) {
        guard let facts = ArchiveFacts(CheckedFile(files: files, path: path), into: &findings) else { return }
        let found = Set(facts.slices.compactMap(\.architecture))
        if found != Set(library.architectures) {
            findings.add(
                .architectures,
                "`Info.plist` lists \(Self.list(library.architectures)), the binary has \(Self.list(found.sorted()))",
                file: path, at: "\(library.key).SupportedArchitectures")
        }
        let objects = facts.slices.flatMap { slice in slice.objects.map { (slice, $0) } }
        checkPlatform(objects, path, &findings)
        checkVersions(objects.map(\.1), path, minimum, &findings)
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    private typealias Object = (slice: ArchiveFacts.Slice, object: ArchiveFacts.Object)

    private func checkPlatform(_ objects: [Object], _ path: RelativePath, _ findings: inout CheckFindings) {
        if let (slice, object) = objects.first(where: { $0.object.summary.platform == nil }) {
            findings.add(
                .platformCommand, "\(object.words) does not state its platform", file: path,
                at: Self.place(slice, object))
        }
        guard let wanted = library.objectPlatform else { return }
        let wrong = objects.first { $0.object.summary.platform != nil && $0.object.summary.platform != wanted }
        if let (slice, object) = wrong, let found = object.summary.platform {
            findings.add(
                .platformDiffers, "\(object.words) is for \(found) in a slice for \(wanted)", file: path,
                at: Self.place(slice, object))
        }
    }

    private func checkVersions(
        _ objects: [ArchiveFacts.Object], _ path: RelativePath, _ minimum: PackedVersion?,
        _ findings: inout CheckFindings
    ) {
        // Architectures have their own minimums: arm64 on macOS starts with 11.
        for architecture in Set(objects.map(\.summary.architecture)).sorted() {
            let own = objects.filter { $0.summary.architecture == architecture }
            let versions = Set(own.compactMap(\.summary.minimumVersion)).sorted()
            guard versions.count > 1 else { continue }
            findings.add(
                .minimumDiffers, "objects for \(architecture) have minimums \(Self.list(versions.map(\.description)))",
                file: path)
        }
        guard let minimum else { return }
        // No object can have a minimum below the first version that ran on its architecture.
        let newer = { (object: ArchiveFacts.Object) in
            let needed = object.summary.minimumVersion ?? minimum
            return needed > minimum && needed > (object.summary.oldestVersion ?? minimum)
        }
        if let object = objects.first(where: newer) {
            findings.add(
                .minimumTooNew,
                "\(object.words) needs \(object.summary.minimumVersion ?? minimum), the framework states \(minimum)",
                file: path, at: object.place)
        }
    }

    private static func place(_ slice: ArchiveFacts.Slice, _ object: ArchiveFacts.Object) -> String? {
        let words = [slice.tableArchitecture, object.member.map { "member \($0)" }].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private func checkHeaders(
        _ folder: RelativePath, _ findings: inout CheckFindings, _ contribution: inout Contribution
    ) {
        guard let text = library.headersPath,
            let headers = existing(text, below: folder, .headersPath, "HeadersPath", &findings)
        else { return }
        let inner = files.files(below: headers)
        for path in inner where contribution.headers[path] == nil {
            contribution.headers[path] = headers.appending(path)
        }
        let maps = inner.filter { $0.name == "module.modulemap" || $0.name == "module.map" }
        for map in maps {
            let path = headers.appending(map)
            contribution.add(ModuleMapCheck(files: files, path: path).run(into: &findings), of: path)
            if map.components.count == 1 {
                findings.add(.mapAtRoot, "the module map is at the root of the headers", file: path)
            }
        }
        if !maps.contains(where: { $0.components.count <= 2 }) {
            let deep = maps.first.map { "`\($0)` is too deep" } ?? "there is no module map"
            findings.add(.mapNotFound, "`-I Headers` finds no module: \(deep)", file: headers)
        }
    }

    /// Checks the privacy manifests in a slice's folder or in a framework.
    func checkPrivacy(_ folder: RelativePath, _ findings: inout CheckFindings) {
        let manifests = files.files(below: folder).filter { $0.name == "PrivacyInfo.xcprivacy" }
        guard !manifests.isEmpty else {
            findings.add(.privacyManifest, "the slice has no privacy manifest", file: folder)
            return
        }
        for manifest in manifests {
            let path = folder.appending(manifest)
            let value = (try? files.read(path)).flatMap { try? PlainValue.plist($0) }
            if value?.map == nil {
                findings.add(.privacyUnreadable, "`\(path.name)` is not a property list with a dictionary", file: path)
            }
        }
    }
}
