import Basics
import Documents

/// Checks the sources of versions.
struct SourceLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        let versions = recipe.versions ?? []
        var digests: [SHA256Value: (version: Version, mark: Mark)] = [:]
        for version in versions {
            for source in version.value.sources {
                for address in source.addresses where address.value.isPlain {
                    findings.add(
                        .plainHTTP, "this source is fetched without encryption", at: address.mark,
                        hint: "write `https:`")
                }
                if let debian = source.debian { check(debian, of: version.name.value, &findings) }
                let first = digests[source.sha256.value]
                if let first, first.version != version.name.value {
                    findings.add(
                        .sameDigest, "`\(first.version)` has the same digest", at: source.sha256.mark,
                        notes: [Diagnostic.Note("first given here", at: first.mark)])
                }
                digests[source.sha256.value] = first ?? (version.name.value, source.sha256.mark)
            }
        }
    }

    private func check(
        _ debian: Located<Source.DebianFile>, of version: Version, _ findings: inout [LintFinding]
    ) {
        if debian.value.suites.isEmpty {
            findings.add(
                .unpinnedSuite, "this Debian source names no `suite`", at: debian.mark,
                hint: "name the releases that have it, for example `suite: trixie`")
        }
        guard !Self.upstream(of: debian.value.version).hasPrefix(version.string) else { return }
        findings.add(
            .otherVersion, "this source is version `\(debian.value.version)`, but is listed under `\(version)`",
            at: debian.mark)
    }

    /// Returns the upstream version of a Debian version, without the epoch. After a withdrawn release, the true version
    /// follows `+really`, so that the version sorts after the withdrawn one: `1.3.dfsg+really1.3.1` is 1.3.1.
    private static func upstream(of version: String) -> Substring {
        let plain = version.firstIndex(of: ":").map { version[version.index(after: $0)...] } ?? version[...]
        return plain.ranges(of: "+really").last.map { plain[$0.upperBound...] } ?? plain
    }
}
