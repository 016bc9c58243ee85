import Basics

/// Checks packages, built by xbuild or other tools, and collisions between them.
public enum PackageChecker {
    /// - Parameter packages: the packages used together, whose names must not collide.
    public static func check(_ packages: [PackageFiles]) -> CheckReport {
        let parts = packages.enumerated().map { index, files in
            var part = check(files)
            for number in part.contributions.indices { part.contributions[number].contribution.given = index }
            return part
        }
        let collisions = CollisionCheck(packages: parts.flatMap(\.contributions)).run()
        return CheckReport(findings: parts.flatMap(\.findings) + collisions)
    }

    /// The findings in a package, and the names that it or the packages in it add to shared folders.
    struct Part {
        var findings: [CheckFinding]
        var contributions: [(files: PackageFiles, contribution: Contribution)] = []
    }

    static func check(_ files: PackageFiles) -> Part {
        var findings = CheckFindings(files)
        guard let kind = PackageKind(files) else {
            let within = files.packagesWithin()
            if within.isEmpty { findings.add(.unknownPackage, "`\(files.name)` is not a known kind of package") }
            return part(findings.all, within, in: files)
        }
        var contribution = Contribution(kind: kind)
        switch kind {
        case .artifactBundle: BundleCheck(files: files).run(&findings, &contribution)
        case .xcframework: XCFrameworkCheck(files: files).run(&findings, &contribution)
        case .prefix: return prefix(files)
        case .swiftPackage: return SwiftPackageCheck(files: files).run()
        }
        return Part(findings: findings.all, contributions: [(files, contribution)])
    }

    /// Checks a prefix, and the bundles and packages in it: `recipe` writes them beside each other. A prefix adds
    /// no names to shared folders: it is for one target, and the prefixes of other targets contain equal names.
    private static func prefix(_ files: PackageFiles) -> Part {
        var findings = CheckFindings(files)
        let within = files.packagesWithin().filter { PackageKind($0.value) != .prefix }
        var own = files
        own.entries = own.entries.filter { !$0.key.folders.contains { within[$0] != nil } }
        PrefixCheck(files: own).run(&findings)
        return part(findings.all, within, in: files)
    }

    /// Returns a package's own findings with the results of the packages in it, which its license text covers.
    static func part(_ own: [CheckFinding], _ within: [RelativePath: PackageFiles], in files: PackageFiles) -> Part {
        let parts = within.sorted { $0.key < $1.key }.map { check($0.value) }
        let hasLicense = files.hasLicense
        let inner = parts.flatMap(\.findings).filter { !hasLicense || $0.check != .licenseMissing }
        return Part(findings: own + inner, contributions: parts.flatMap(\.contributions))
    }
}
