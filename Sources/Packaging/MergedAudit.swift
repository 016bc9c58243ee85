import Actions
import Basics
import ObjectFiles
import Steps
import Targets

/// Audits the merged archives below `lib`: each slice must equal its target's installed archive.
struct MergedAudit {
    var targets: [Target]
    var context: BuiltinContext

    func faults() async throws -> [AuditReport.Fault] {
        let files = try context.resolvedFiles(below: "lib") ?? [:]
        var faults: [AuditReport.Fault] = []
        for group in ArchiveGroup.all(of: targets) {
            for (path, digest) in files.sorted(by: { $0.key < $1.key }) where path.parent == group.folder {
                faults += try await check(try await context.read(digest), group, .checked(path.name))
            }
        }
        return faults
    }

    private func check(
        _ bytes: [UInt8], _ group: ArchiveGroup, _ library: RelativePath
    ) async throws -> [AuditReport.Fault] {
        var faults: [AuditReport.Fault] = []
        let path = group.path(of: library)
        let merged = slices(of: bytes, path)
        var expected: Set<String> = []
        for target in group.targets {
            let lib = PrefixLayout.slice(target).appending("lib")
            let own = lib.appending(library)
            guard let digest = try context.resolvedFiles(below: lib)?[library] else { continue }
            expected.insert(target.architecture.rawValue)
            let view = try ThinArchive.view(of: try await context.read(digest), at: own, for: target)
            guard let slice = merged[target.architecture.rawValue] else {
                faults.append(fault(target, path, "a slice for \(target.architecture.rawValue)", "none"))
                continue
            }
            if slice != view.bytes() { faults.append(fault(target, path, "the bytes of `\(own)`", "other bytes")) }
        }
        for word in merged.keys.sorted() where !expected.contains(word) {
            faults.append(fault(group.targets[0], path, "only slices of built targets", "a slice for \(word)"))
        }
        return faults
    }

    /// Returns the slices by architecture; an empty dictionary for an unreadable file.
    private func slices(of bytes: [UInt8], _ path: RelativePath) -> [String: [UInt8]] {
        let view = ByteView(bytes, name: path.string)
        guard let sources = try? FatSource.all(in: view) else { return [:] }
        return Dictionary(sources.map { ($0.architecture.name, $0.bytes.bytes()) }) { first, _ in first }
    }

    private func fault(
        _ target: Target, _ path: RelativePath, _ expected: String, _ found: String
    ) -> AuditReport.Fault {
        AuditReport.Fault(target: target, archive: path, rule: .merged, expected: expected, found: found)
    }
}
