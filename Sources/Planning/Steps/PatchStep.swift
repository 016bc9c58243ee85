import Actions
import Basics
import Recipes
import Steps

/// Plans the application of patches, which are files beside the recipe: once for all targets.
extension Planner {
    /// Plans the patches. Returns the step whose output `FetchSource.tree` is the patched source: the fetching step if
    /// there are no patches.
    mutating func addPatches(_ package: PackageRequest, source: StepID) throws(PlanningError) -> StepID {
        guard !package.patches.isEmpty else { return source }
        let folder: RelativePath = "patches"
        var inputs: [RelativePath: Input] = [PatchSource.source: .output(source, FetchSource.tree)]
        var parameters = PatchSource.Parameters(patches: [])
        for patch in package.patches {
            let path = package.path(of: patch)
            let place = folder.appending(patch.file)
            inputs[place] = .localFile(path: path, try digest(ofFile: path), isExecutable: false)
            parameters.patches.append(.init(input: place, file: patch.file, strip: patch.strip))
        }
        return add(.patch, of: package, PatchSource.self, parameters, inputs: inputs)
    }

    /// Returns the records of the patches, which are inputs of the package.
    func patchRecords(_ package: PackageRequest) throws(PlanningError) -> [InputRecord] {
        var records: [InputRecord] = []
        for patch in package.patches {
            let digest = try digest(ofFile: package.path(of: patch))
            records.append(
                InputRecord(kind: .patch, name: patch.file.string, sha256: digest.hash, size: digest.size))
        }
        return records.uniqued()
    }

    func digest(ofFile path: String) throws(PlanningError) -> Digest {
        guard let digest = request.digests[path] else { throw .unknownFile(path) }
        return digest
    }

    /// Plans only the steps that lay out a package's source: fetch and patch.
    ///
    /// - Parameter digests: the digests of the package's `patchFiles`.
    /// - Returns: the plan, and the step whose output `FetchSource.tree` is the source.
    public static func planSource(
        _ package: PackageRequest, tools: CarriedTools, digests: [String: Digest]
    ) throws(PlanningError) -> (plan: Plan, source: StepID) {
        var planner = Planner(PlanRequest(packages: [], tools: tools, digests: digests))
        let source = try planner.addPatches(package, source: try planner.addFetch(package))
        return (planner.plan, source)
    }
}

extension PackageRequest {
    var patches: [Patch] { choice.version.patches }

    func path(of patch: Patch) -> String { "\(folder)/\(patch.file)" }

    /// The absolute paths of the package's patches, whose digests planning needs.
    public var patchFiles: [String] { patches.map(path) }
}
