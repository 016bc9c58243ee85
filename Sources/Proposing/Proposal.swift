public import Basics
public import Recipes

/// A recipe before it is written.
public struct Proposal: Hashable, Sendable {
    public var name: PackageName
    public var summary: String
    public var license: String
    public var homepage: String?
    public var version: Version
    public var source: ProposedSource
    public var build: ProposedBuild
    public var targets: [String] = ["ios", "ios-simulator", "macos", "linux"]
    public var libraries: [String]
    public var headers: [String]
    public var module: String
    /// Headers that others include as text: templates.
    public var textual: [String] = []
    public var links: [String] = []
    public var licenseFiles: [String]

    public init(
        name: PackageName, summary: String, license: String, homepage: String?, version: Version,
        source: ProposedSource,
        build: ProposedBuild, libraries: [String], headers: [String], module: String, licenseFiles: [String]
    ) {
        self.name = name
        self.summary = summary
        self.license = license
        self.homepage = homepage
        self.version = version
        self.source = source
        self.build = build
        self.libraries = libraries
        self.headers = headers
        self.module = module
        self.licenseFiles = licenseFiles
    }
}

/// The place of a proposal's archive.
public struct ProposedSource: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        case url(String)
        case debian(package: String, version: String, file: String, suite: String)
        /// A file beside the recipe.
        case path(String)
    }

    public var place: Place
    public var sha256: SHA256Value

    public init(place: Place, sha256: SHA256Value) {
        self.place = place
        self.sha256 = sha256
    }
}
