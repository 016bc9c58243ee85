public import Basics
import Recipes

/// The contents of a proposed recipe.
///
/// Until a trial build gives the real values, placeholders make the proposal a valid recipe, so that xbuild can fetch
/// its source and build it.
public struct Proposal: Hashable, Sendable {
    public var name: PackageName
    public var summary = "a library"
    public var license: ProposedLicense
    public var homepage: String?
    public var version: Version
    public var source: ProposedSource
    public var build = ProposedBuild(.autotools)
    public var targets: [String] = ["ios", "ios-simulator", "macos", "linux"]
    public var libraries: [String] = ["libx.a"]
    public var headers: [String] = ["*.h"]
    public var module = "library"
    /// Headers that are valid only inside other headers, which include them as text.
    public var textual: [String] = []
    public var links: [String] = []

    public init(
        name: PackageName, version: Version, source: ProposedSource, license: ProposedLicense, homepage: String? = nil
    ) {
        self.name = name
        self.version = version
        self.source = source
        self.license = license
        self.homepage = homepage
    }
}

/// The location and checksum of a proposal's source archive.
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
