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
            let within = files.packagesWithin().sorted { $0.key < $1.key }.map { check($0.value) }
            if within.isEmpty { findings.add(.unknownPackage, "`\(files.name)` is not a known kind of package") }
            return Part(
                findings: findings.all + Self.findings(of: within, in: files),
                contributions: within.flatMap(\.contributions))
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

    /// Checks a prefix, and the bundles and packages in it: `recipe` writes them beside each other. Prefixes add
    /// nothing to shared folders: each is for one target, and others beside it have the same names.
    private static func prefix(_ files: PackageFiles) -> Part {
        var findings = CheckFindings(files)
        let within = files.packagesWithin().filter { PackageKind($0.value) != .prefix }
        var own = files
        own.entries = own.entries.filter { !$0.key.folders.contains { within[$0] != nil } }
        PrefixCheck(files: own).run(&findings)
        let parts = within.sorted { $0.key < $1.key }.map { check($0.value) }
        return Part(
            findings: findings.all + Self.findings(of: parts, in: files),
            contributions: parts.flatMap(\.contributions))
    }

    /// Returns the findings of inner packages; a folder's license text covers all packages in it.
    private static func findings(of parts: [Part], in files: PackageFiles) -> [CheckFinding] {
        let hasLicense = files.hasLicense
        return parts.flatMap(\.findings).filter { !hasLicense || $0.check != .licenseMissing }
    }
}
