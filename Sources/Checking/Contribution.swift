import Basics
import ModuleMaps

/// The names that a package adds to the folders shared by all packages of a build, where names can collide.
struct Contribution {
    var kind: PackageKind
    /// The index of the given path that contains the package.
    var given = 0
    /// The SwiftPM package that contains this one.
    var owner: String?
    /// File names of archives that SwiftPM copies into one folder, and their paths; one per artifact, not per variant.
    var archives: [String: RelativePath] = [:]
    /// Modules, and the maps that declare them.
    var modules: [String: RelativePath] = [:]
    /// Files below `Headers`, which Xcode copies into one folder.
    var headers: [RelativePath: RelativePath] = [:]
    /// Targets of a SwiftPM package except its tests, which other packages never build.
    var targets: [String: RelativePath] = [:]

    mutating func add(_ declared: [ModuleMapText.Module], of map: RelativePath) {
        for module in declared where modules[module.name] == nil { modules[module.name] = map }
    }
}

/// Finds collisions between packages of one kind; a build uses either the bundle or the XCFramework of a library. If a
/// given folder contains a package and also a SwiftPM package with a copy of it, the two do not collide.
struct CollisionCheck {
    var packages: [(files: PackageFiles, contribution: Contribution)]

    func run() -> [CheckFinding] {
        find(.sameArchive, \.archives) { "archive `\($0)` is also in `\($1)`" }
            + find(.sameModule, \.modules) { "module `\($0)` is also in `\($1)`" }
            + find(.sameHeader, \.headers) { "header `Headers/\($0)` is also in `\($1)`" }
            + find(.sameTarget, \.targets) { "target `\($0)` is also in `\($1)`" }
    }

    private func find<Name: Hashable & Comparable>(
        _ check: Check, _ names: KeyPath<Contribution, [Name: RelativePath]>, _ words: (Name, String) -> String
    ) -> [CheckFinding] {
        var seen: [Name: [Int]] = [:]
        var findings: [CheckFinding] = []
        for (index, (files, contribution)) in packages.enumerated() {
            var collector = CheckFindings(files)
            for (name, path) in contribution[keyPath: names].sorted(by: { $0.key < $1.key }) {
                if let other = seen[name]?.first(where: { canCollide(packages[$0].contribution, contribution) }) {
                    collector.add(check, words(name, packages[other].files.name), file: path)
                }
                seen[name, default: []].append(index)
            }
            findings += collector.all
        }
        return findings
    }

    private func canCollide(_ left: Contribution, _ right: Contribution) -> Bool {
        left.kind == right.kind && (left.given != right.given || left.owner == right.owner)
    }
}
