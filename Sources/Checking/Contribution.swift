import Basics

/// What a package puts into the folders that all packages of a build share: what can collide.
struct Contribution {
    var kind: PackageKind
    /// Which of the given paths it came with, counted from 0.
    var given = 0
    /// The SwiftPM package that it is part of.
    var owner: String?
    /// File names of archives that SwiftPM copies side by side, and where they lie; one for each artifact, not for each
    /// variant.
    var archives: [String: RelativePath] = [:]
    /// Modules, and the maps that declare them.
    var modules: [String: RelativePath] = [:]
    /// Files below `Headers`, which Xcode copies into one folder.
    var headers: [RelativePath: RelativePath] = [:]
    /// Targets of a SwiftPM package, but for its tests, which nobody else builds.
    var targets: [String: RelativePath] = [:]

    mutating func add(modules names: [String], of map: RelativePath) {
        for name in names where modules[name] == nil { modules[name] = map }
    }
}

/// Packages that would be used together: those of one kind, since a build takes either the bundle or the XCFramework of
/// a library. A folder that holds a library's forms has them twice when a SwiftPM package among them carries its own
/// copies: those do not meet.
struct CollisionCheck {
    var packages: [(files: PackageFiles, contribution: Contribution)]

    func run() -> [CheckFinding] {
        find(.sameArchive, \.archives) { "archive `\($0)` is in `\($1)` too" }
            + find(.sameModule, \.modules) { "module `\($0)` is in `\($1)` too" }
            + find(.sameHeader, \.headers) { "header `Headers/\($0)` is in `\($1)` too" }
            + find(.sameTarget, \.targets) { "target `\($0)` is in `\($1)` too" }
    }

    private func find<Name: Hashable & Comparable>(
        _ check: Check, _ names: KeyPath<Contribution, [Name: RelativePath]>, _ words: (Name, String) -> String
    ) -> [CheckFinding] {
        var seen: [Name: [Int]] = [:]
        var findings: [CheckFinding] = []
        for (index, (files, contribution)) in packages.enumerated() {
            var collector = Findings(files)
            for (name, path) in contribution[keyPath: names].sorted(by: { $0.key < $1.key }) {
                if let other = seen[name]?.first(where: { meets(packages[$0].contribution, contribution) }) {
                    collector.add(check, words(name, packages[other].files.name), file: path)
                }
                seen[name, default: []].append(index)
            }
            findings += collector.all
        }
        return findings
    }

    private func meets(_ left: Contribution, _ right: Contribution) -> Bool {
        left.kind == right.kind && (left.given != right.given || left.owner == right.owner)
    }
}
