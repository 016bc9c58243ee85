import Basics
import Recipes

/// `xbuild.lock`: the version, options and sources chosen for each package, which later builds repeat.
///
/// The file is YAML, with the packages sorted by name and the keys in a fixed order:
///
/// ```yaml
/// schema: 1
/// packages:
///   zlib:
///     version: 1.3.1
///     options: { shared: false }
///     depends: []
///     recipe: 64 hex digits, the SHA-256 of recipe.yaml
///     sources:
///       - from: "https://example.org/zlib-1.3.1.tar.gz"
///         sha256: 64 hex digits
///     files:
///       - path: fix.patch
///         sha256: 64 hex digits
/// ```
public struct LockFile: Hashable, Sendable {
    /// The file's name, in the folder in which xbuild is started.
    public static let fileName = "xbuild.lock"

    public let packages: [PackageName: Package]

    /// The pinned decisions for one package.
    public struct Package: Hashable, Sendable {
        public let version: Version
        public let options: [OptionName: Bool]
        /// The direct dependencies, in the order of the recipe.
        public let dependencies: [PackageName]
        /// The digest of the bytes of `recipe.yaml`.
        public let recipe: SHA256Value
        /// The sources, in the order in which they are tried.
        public let sources: [Source]
        /// The files of the recipe's folder that the build uses, by path: patches and scripts.
        public let files: [RelativePath: SHA256Value]
    }

    /// The location of a source and the digest of its contents.
    public struct Source: Hashable, Sendable {
        /// The location in one line: addresses, a file of a Debian or PyPI package, or a path.
        public let place: String
        public let sha256: SHA256Value
    }

    public init(packages: [PackageName: Package]) { self.packages = packages }

    /// The versions and options that resolution must choose again.
    public var pins: [PackageName: Pin] { packages.mapValues { Pin(version: $0.version, options: $0.options) } }
}

extension LockFile {
    /// Creates a lock file from the versions, options and sources in a resolved graph.
    ///
    /// - Parameter digests: the digests of each recipe, and of the files in its folder that the build uses.
    public init(
        _ graph: PackageGraph, digests: [PackageName: (recipe: SHA256Value, files: [RelativePath: SHA256Value])]
    ) {
        var packages: [PackageName: Package] = [:]
        for package in graph.packages {
            guard let digest = digests[package.name] else { continue }
            packages[package.name] = Package(
                version: package.version, options: package.choice.options, dependencies: package.dependencies,
                recipe: digest.recipe,
                sources: package.choice.version.sources.map { Source(place: $0.placeName, sha256: $0.sha256) },
                files: digest.files)
        }
        self.init(packages: packages)
    }
}

extension Recipes.Source {
    /// The source's location in one line.
    fileprivate var placeName: String {
        switch place {
        case .url(let addresses): addresses.map(\.string).joined(separator: " ")
        case .debian(let file): "debian \(file.package) \(file.version) \(file.file)"
        case .pypi(let file):
            ["pypi", file.package, file.version, file.file?.string].compactMap { $0 }.joined(separator: " ")
        case .path(let path): path.string
        }
    }
}
