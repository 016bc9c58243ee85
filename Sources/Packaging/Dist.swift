import Actions
import Basics
import Targets

/// Makes the folder that a user receives: `NAME-VERSION`.
///
/// ```
/// lib/                  archives for Apple's targets, as MergeArchives left them
/// include/              headers for every target, with the module map
/// prefixes/TARGET/      lib (archives, lib/pkgconfig) and include of one target, to be used from any place
/// licenses/
/// manifest.json         see Manifest
/// ```
/// Reads `slices/TARGET` for every target and, if they exist, `lib`, `include` and `licenses`. Copies `lib`, `include`
/// and `share/pkgconfig` of each prefix, without programs, manuals and libtool files. Writes `dist`, which contains
/// only `NAME-VERSION`.
public enum Dist: PackagingStep {
    public static let name = "dist"
    public static let revision = 1
    public static let outputs: [RelativePath] = ["dist"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var name: String
        public var version: Version
        /// The SPDX expression.
        public var license: String?
        /// The module of `include/module.modulemap`.
        public var module: String?
        public var targets: [TargetRecord]
        /// Everything that determined the result: sources, patches, toolchains.
        public var inputs: [InputRecord]
        /// Absolute folders in which actions ran: they are removed from pkg-config files and flags.
        public var buildRoots: [String]
        /// The packages used in the build, in link order; nil when there are none.
        public var dependencies: [DependencyRecord]?

        public init(
            name: String, version: Version, license: String? = nil, module: String? = nil, targets: [TargetRecord],
            inputs: [InputRecord], buildRoots: [String], dependencies: [DependencyRecord] = []
        ) {
            self.name = name
            self.version = version
            self.license = license
            self.module = module
            self.targets = targets
            self.inputs = inputs
            self.buildRoots = buildRoots
            self.dependencies = dependencies.isEmpty ? nil : dependencies
        }

        /// The roots without a slash at the end, longest first, so that a root below another is found as a whole;
        /// without roots that would match everywhere.
        var cleanRoots: [String] {
            buildRoots.map { String($0.reversed().drop { $0 == "/" }.reversed()) }.filter { $0.hasPrefix("/") }
                .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        }
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var files: [RelativePath: Node] = [:]
        for folder in ["lib", "include", "licenses"] as [RelativePath] {
            guard let tree = try context.folder(folder) else { continue }
            for (path, digest) in try ResolvedFiles(root: tree, name: folder).all() {
                files[folder.appending(path)] = .file(digest, isExecutable: false)
            }
        }
        for record in parameters.targets {
            let prefix = DistPrefix(target: record.target, buildRoots: parameters.cleanRoots, context: context)
            for (path, node) in try await prefix.files() {
                files[PrefixLayout.distPrefix(record.target).appending(path)] = node
            }
        }
        files["manifest.json"] = try await context.file(Manifest(parameters, files: files).text)
        context.say("\(files.count) files")
        let folder = try folder(of: parameters)
        return BuiltinOutcome(outputs: ["dist": .directory(Directory([folder: .directory(Directory(files: files))]))])
    }

    /// Returns the folder's name, `NAME-VERSION`.
    public static func folder(of parameters: Parameters) throws(PackagingError) -> String {
        let name = "\(parameters.name)-\(parameters.version)"
        guard Directory.isName(name) else { throw .unreadable("dist", "`\(name)` is not a folder's name") }
        return name
    }
}
