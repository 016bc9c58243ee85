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
        guard let lib = try context.folder("lib") else { return [] }
        let files = try ResolvedFiles(root: lib, name: "lib").all()
        var faults: [AuditReport.Fault] = []
        for group in ArchiveGroup.all(of: targets) {
            for library in libraries(in: group, files) {
                guard let digest = files[library.below] else { continue }
                let bytes = try await context.read(digest)
                faults += try await check(bytes, group, library.name)
            }
        }
        return faults
    }

    /// Returns the group's archives: their file names, and their paths below `lib`.
    private func libraries(
        in group: ArchiveGroup, _ files: [RelativePath: Digest]
    ) -> [(name: RelativePath, below: RelativePath)] {
        files.keys.sorted().compactMap { path in
            guard path.parent == group.folder, let name = RelativePath(path.name) else { return nil }
            return (name, path)
        }
    }

    private func check(_ bytes: [UInt8], _ group: ArchiveGroup, _ library: RelativePath) async throws -> [AuditReport
        .Fault]
    {
        var faults: [AuditReport.Fault] = []
        let path = group.path(of: library)
        let merged = slices(of: bytes, path)
        var expected: Set<String> = []
        for target in group.targets {
            let own = PrefixLayout.slice(target).appending("lib").appending(library)
            guard let digest = try installed(by: target)[library] else { continue }
            expected.insert(target.architecture.rawValue)
            let view = try ThinArchive.view(of: try await context.read(digest), at: own, for: target)
            guard let slice = merged[target.architecture.rawValue] else {
                faults.append(fault(target, path, "a slice for \(target.architecture.rawValue)", "none"))
                continue
            }
            if slice != view.bytes() { faults.append(fault(target, path, "the bytes of `\(own)`", "others")) }
        }
        for word in merged.keys.sorted() where !expected.contains(word) {
            faults.append(fault(group.targets[0], path, "slices of built targets", "one for \(word)"))
        }
        return faults
    }

    private func installed(by target: Target) throws(PackagingError) -> [RelativePath: Digest] {
        let lib = PrefixLayout.slice(target).appending("lib")
        return try context.folder(lib).map { folder throws(PackagingError) in
            try ResolvedFiles(root: folder, name: lib).all()
        } ?? [:]
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
        AuditReport.Fault(
            target: target, archive: path, member: nil, rule: .merged, expected: expected, found: found)
    }
}
