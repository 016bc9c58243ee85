import Actions
import Basics
import Steps
import Targets

extension Dist: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var files: [RelativePath: Node] = [:]
        for folder in ["lib", "include", "licenses"] as [RelativePath] {
            for (path, digest) in try context.resolvedFiles(below: folder) ?? [:] {
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
        return outcome(try folder(of: parameters), files)
    }

    /// Returns the folder's name, `NAME-VERSION`.
    public static func folder(of parameters: Parameters) throws(PackagingError) -> String {
        let name = "\(parameters.name)-\(parameters.version)"
        guard Directory.isName(name) else { throw .unreadable("dist", "`\(name)` is not a folder's name") }
        return name
    }
}

extension Dist.Parameters {
    /// The absolute roots without slashes at the end and without `/`, which would match every path. The longest is
    /// first, so that a root below another is replaced as a whole.
    var cleanRoots: [String] {
        buildRoots.map { String($0.reversed().drop { $0 == "/" }.reversed()) }.filter { $0.hasPrefix("/") }
            .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }
}
