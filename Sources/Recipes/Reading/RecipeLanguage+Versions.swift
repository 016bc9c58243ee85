import Basics
import Documents

// Versions and their sources.

extension RecipeLanguage {
    static let versions = Shape<[TableEntry<Version, VersionBlock>]>.table(
        "a table of versions", keys: version, values: versionBlock
    ).nonEmpty()

    private static let versionBlock = Shape<VersionBlock>.mapping(
        "a version's table",
        .optional("default", Shape<Bool>.bool.located, "whether it is the default version; without one, the newest is"),
        .required("sources", source.list.nonEmpty(), "the locations of the archive, tried in order"),
        .optional("patches", patches, default: [], "unified diffs beside the recipe, after those for every version"),
        build: VersionBlock.init)

    private static let source = Shape<SourceEntry>.mapping(
        "a source",
        .optional("url", webAddress.located, "the archive's address"),
        .optional(
            "mirrors", webAddress.located.list, default: [], "other addresses of the same bytes, tried after `url`"),
        .optional("debian", debian.located, "a file of a Debian source package"),
        .optional("pypi", pypi, "a file of a Python package"),
        .optional("path", path("a path below the recipe"), "an archive below the recipe's folder"),
        .required("sha256", sha256.located, "the SHA-256 of the archive's bytes"),
        .optional(
            "strip", .integer("a number", in: 0...16), default: 1,
            "how many leading folders are dropped from the archive's paths"),
        build: SourceEntry.init
    ).checked(onePlace)

    @Sendable
    private static func onePlace(
        _ block: SourceEntry, _ node: DocumentNode, _ findings: inout Findings
    ) -> SourceEntry? {
        let kinds = ["url", "debian", "pypi", "path"]
        let keys = node.entries.map(\.key)
        let given = keys.filter { kinds.contains($0.value) }
        if given.isEmpty {
            findings.error("this source has no location", at: node.mark, hint: "give one of \(MessageText.list(kinds))")
        }
        // A duplicate key was already noted.
        if let first = given.first, let other = given.first(where: { $0.value != first.value }) {
            findings.error(
                "this source has two locations", at: other.mark,
                hint: "each location has its own digest: write it as another source",
                notes: [Diagnostic.Note("the first is here", at: first.mark)])
        }
        if let mirrors = keys.first(where: { $0.value == "mirrors" }), node["url"] == nil {
            findings.error("`mirrors` needs `url`", at: mirrors.mark)
        }
        return block.source == nil ? nil : block
    }

    private static let debian = Shape<Source.DebianFile>.mapping(
        "a Debian file's table",
        .required(
            "package", word("a Debian package's name", .debianPackage),
            "the source package, for example `libsecp256k1`"),
        .required(
            "version", word("a Debian version", .debianVersion),
            "the package's version, with or without Debian's revision"),
        .required("file", fileName, "the file's name, for example `libsecp256k1_0.5.0.orig.tar.xz`"),
        .optional(
            "suite", word("a Debian release", .debianSuite).oneOrMany, default: [],
            "the releases to look in, in order, for example `trixie`"),
        build: Source.DebianFile.init)

    private static let pypi = Shape<Source.PyPIFile>.mapping(
        "a Python file's table",
        .required("package", word("a Python package's name", .pythonPackage), "the package, for example `ziglang`"),
        .required("version", version.map(\.string), "its version"),
        .optional("file", fileName, "the wheel's name; by default the wheel for this machine"),
        build: Source.PyPIFile.init)

    /// A file name without folders.
    private static let fileName = Shape<RelativePath>.parsed("a file's name", hint: "write it without folders") {
        text in
        text.contains("/") ? nil : RelativePath(text)
    }
}
