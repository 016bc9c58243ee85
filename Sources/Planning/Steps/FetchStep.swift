import Actions
import Basics
import Recipes
import Steps
import Toolchains

/// Plans the downloads of pinned inputs: a library's source, and the files from which sysroots are made.
extension Planner {
    /// Plans the step whose output `FetchSource.tree` is the source.
    mutating func addFetch(_ package: PackageRequest) throws(PlanningError) -> StepID {
        let places = package.choice.version.sources.flatMap { source in
            source.locations(in: package.folder).map { (location: $0, strip: source.strip) }
        }
        guard !places.isEmpty else { throw .noSource(package.recipe.name) }
        return add(.fetch, of: package, FetchSource.self, .init(places: places), inputs: [:])
    }

    /// Plans the step that fetches the members of a pinned file for sysroots of one family.
    mutating func addPinned(_ file: PinnedFile, only members: [RelativePath], for family: SysrootFamily) -> StepID {
        let work = FetchSource.work(.init(places: [(file.location, strip: 0)], only: members))
        return add(
            Step(
                .fetchPart(name: file.package, version: file.version, for: family), work: work, inputs: [:],
                outputs: [FetchSource.tree]))
    }
}

extension Source {
    /// Returns the locations of the source in the form that `FetchSource` needs.
    func locations(in folder: String) -> [SourceLocation] {
        switch place {
        case .url(let addresses): addresses.map { .url(address: $0.string, sha256: sha256) }
        case .debian(let file):
            [
                .debian(
                    package: file.package, version: file.version, file: file.file.string, suites: file.suites,
                    sha256: sha256)
            ]
        case .pypi(let file):
            [
                .pypi(
                    package: file.package, version: file.version, platform: nil, file: file.file?.string,
                    sha256: sha256)
            ]
        case .path(let path): [.path("\(folder)/\(path)", sha256: sha256)]
        }
    }
}

extension PinnedFile {
    fileprivate var location: SourceLocation {
        switch origin {
        case .pypi:
            .pypi(package: package, version: version, platform: platform, file: file, sha256: digest.hash)
        case .debian(let suites):
            .debian(package: package, version: version, file: file, suites: suites, sha256: digest.hash)
        }
    }

    /// The platform tag for pip, so that every machine gets the same file: the first of the tags at the end of the
    /// file's name (PEP 427, PEP 425).
    var platform: String? {
        file.split(separator: "-").last?.split(separator: ".").first.map(String.init)
    }
}
