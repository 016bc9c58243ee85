import Basics

/// The kind of a package folder, from its name and its contents.
enum PackageKind: Hashable, Sendable {
    case artifactBundle
    case xcframework
    case swiftPackage
    case prefix

    init?(_ files: PackageFiles) {
        let name = files.name.split(separator: "/").last.map(String.init) ?? ""
        if name.hasSuffix(".artifactbundle") || files.isFile("info.json") {
            self = .artifactBundle
        } else if name.hasSuffix(".xcframework") || files.isFile("Info.plist") {
            self = .xcframework
        } else if files.isFile("Package.swift") {
            self = .swiftPackage
        } else if files.isFolder("lib") || files.isFolder("include") {
            self = .prefix
        } else {
            return nil
        }
    }
}

extension PackageFiles {
    /// The manifests that a check of the package, or of the packages in it, needs answers for.
    public var manifestPaths: [RelativePath] {
        switch PackageKind(self) {
        case .swiftPackage: ["Package.swift"]
        case .prefix, nil:
            packagesWithin().filter { PackageKind($0.value) == .swiftPackage }.keys.sorted()
                .map { $0.appending("Package.swift") }
        case .artifactBundle, .xcframework: []
        }
    }

    /// Returns the packages in a folder that is not a package itself: bundles, XCFrameworks and SwiftPM packages, and
    /// the prefixes of `prefixes/` and `prefix/`. Packages inside packages are not included.
    func packagesWithin() -> [RelativePath: PackageFiles] {
        var found: Set<RelativePath> = []
        for path in entries.keys.sorted() where isFolder(path) && !path.folders.contains(where: found.contains) {
            let isBundle = path.name.hasSuffix(".artifactbundle") || path.name.hasSuffix(".xcframework")
            let isPrefix =
                path.parent?.name == "prefixes" || path.parent?.name == "prefix" && isFolder(path.appending("lib"))
            if isBundle || isFile(path.appending("Package.swift")) || isPrefix {
                found.insert(path)
            }
        }
        return packages(at: found)
    }
}
