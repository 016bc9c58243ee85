import Actions
import Basics
import Steps
import Targets

/// `manifest.json`: the files in the folder of a release, and the inputs of the build.
///
/// Equal builds give equal text: keys are sorted, files are sorted by path, and there are no dates, no machine names,
/// and no folders of the build (`$ROOT` replaces them).
struct Manifest: Encodable {
    var schema = 1
    var name: String
    var version: Version
    var license: String?
    var module: String?
    var targets: [TargetRecord]
    var inputs: [InputRecord]
    /// The dependencies in link order; nil when there are none.
    var dependencies: [DependencyRecord]?
    var files: [File]

    struct File: Encodable {
        var path: RelativePath
        var sha256: SHA256Value
        var size: Int
    }

    init(_ parameters: Dist.Parameters, files: [RelativePath: Node]) {
        name = parameters.name
        version = parameters.version
        license = parameters.license
        module = parameters.module
        let roots = parameters.cleanRoots
        targets = parameters.targets.map { $0.without(roots) }.sorted { $0.target.name < $1.target.name }
        inputs = parameters.inputs.sorted {
            ($0.kind.rawValue, $0.name, $0.sha256) < ($1.kind.rawValue, $1.name, $1.sha256)
        }
        dependencies = parameters.dependencies
        self.files = files.sorted { $0.key < $1.key }.compactMap { path, node in
            guard case .file(let digest, _) = node else { return nil }
            return File(path: path, sha256: digest.hash, size: digest.size)
        }
    }

    var text: String { CanonicalJSON.document(of: self) }
}

extension TargetRecord {
    /// Returns the record with `$ROOT` in place of these build folders.
    func without(_ roots: [String]) -> TargetRecord {
        let clean: (String) -> String = { word in roots.reduce(word) { $0.replacing($1, with: "$ROOT") } }
        var record = self
        record.flags = flags.mapValues { $0.map(clean) }
        record.configure = configure.map(clean)
        return record
    }
}
