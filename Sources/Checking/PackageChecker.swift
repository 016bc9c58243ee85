import Basics

/// Checks packages, ours or anyone's, and what they do to each other.
public enum PackageChecker {
    /// - Parameter packages: given together: they are checked for names that collide as well.
    public static func check(_ packages: [PackageFiles]) -> CheckReport {
        let parts = packages.enumerated().map { index, files in
            var part = check(files)
            for number in part.contributions.indices { part.contributions[number].contribution.given = index }
            return part
        }
        let collisions = CollisionCheck(packages: parts.flatMap(\.contributions)).run()
        return CheckReport(findings: parts.flatMap(\.findings) + collisions)
    }

    /// What was found in a package, and what it, or the packages in it, put into shared folders.
    struct Part {
        var findings: [CheckFinding]
        var contributions: [(files: PackageFiles, contribution: Contribution)] = []
    }

    static func check(_ files: PackageFiles) -> Part {
        var findings = Findings(files)
        guard let kind = PackageKind(files) else {
            let within = files.packagesWithin().map(check)
            if within.isEmpty { findings.add(.unknownPackage, "`\(files.name)` is no package that is known here") }
            return Part(
                findings: findings.all + within.flatMap(\.findings), contributions: within.flatMap(\.contributions))
        }
        var contribution = Contribution(kind: kind)
        switch kind {
        case .artifactBundle: BundleCheck(files: files).run(&findings, &contribution)
        case .xcframework: XCFrameworkCheck(files: files).run(&findings, &contribution)
        // A prefix is for one target: others beside it have the same names.
        case .prefix: PrefixCheck(files: files).run(&findings)
        case .swiftPackage: return SwiftPackageCheck(files: files).run()
        }
        return Part(findings: findings.all, contributions: [(files, contribution)])
    }
}
