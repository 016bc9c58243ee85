import Basics
import Documents
import Recipes

extension LockFile {
    /// Reads a lock file from its bytes. Throws all faults of the file together.
    ///
    /// - Parameter file: the path that messages show.
    public static func read(_ bytes: [UInt8], file: String) throws(Faults) -> LockFile {
        try Document(bytes, file: file, limit: limit).decode(shape).value
    }

    /// The size limit in bytes, enough for about 20,000 packages.
    private static let limit = 1 << 24

    private static let shape = Shape<LockFile>.mapping(
        "a lock file",
        .required("schema", .integer("a schema", in: 1...1), "the version of the file's format, `1`"),
        .required("packages", .table("a table of packages", keys: name, values: package), "the pinned packages")
    ) { _, packages in
        LockFile(packages: Dictionary(packages.map { ($0.name.value, $0.value) }) { first, _ in first })
    }

    private static let package = Shape<Package>.mapping(
        "a pinned package",
        .required("version", .parsed("a version", Version.init), "its version"),
        .required("options", .table("a table of options", keys: option, values: .bool), "whether each option is on"),
        .required("depends", name.list, "its direct dependencies"),
        .required("recipe", digest, "the SHA-256 of its recipe"),
        .required("sources", source.list, "the locations of its source"),
        .optional("files", file.list, default: [], "files beside the recipe that the build uses")
    ) { version, options, dependencies, recipe, sources, files in
        Package(
            version: version, options: Dictionary(options.map { ($0.name.value, $0.value) }) { first, _ in first },
            dependencies: dependencies, recipe: recipe, sources: sources,
            files: Dictionary(files.map { ($0.path, $0.sha256) }) { first, _ in first })
    }

    private static let source = Shape<Source>.mapping(
        "a source", .required("from", .text, "its location"), .required("sha256", digest, "the SHA-256 of its bytes"),
        build: Source.init)

    private static let file = Shape<(path: RelativePath, sha256: SHA256Value)>.mapping(
        "a file",
        .required("path", .parsed("a relative path", RelativePath.init), "its path below the recipe's folder"),
        .required("sha256", digest, "the SHA-256 of its bytes")
    ) { ($0, $1) }

    private static let name = Shape<PackageName>.parsed("a recipe's name", PackageName.init)
    private static let option = Shape<OptionName>.parsed("an option's name", OptionName.init)
    private static let digest = Shape<SHA256Value>.parsed("a SHA-256", SHA256Value.init(hex:))
}
