import Actions
import Basics
import ObjectFiles
import Steps
import Targets

/// The audit of one target.
struct TargetAudit {
    var expectation: AuditExpectation
    var parameters: Audit.Parameters
    var context: BuiltinContext

    func report() async throws -> AuditReport {
        let files = try archiveFiles()
        var archives = try await archives(files)
        var providers = SymbolProviders(for: expectation, allowed: parameters.allowedUndefined)
        for archive in archives { providers.add(archive) }
        let reader = ProviderReader(target: expectation.target, context: context)
        let isChecked = try await reader.addSystem(to: &providers)
        try await reader.addDependencies(to: &providers)
        if isChecked { for index in archives.indices { archives[index].check(providers) } }
        let stubs = providers.unsupportedStubs.map {
            fault(.provider, $0.path, expected: "a stub for \($0.missing)", found: "a stub for other targets")
        }
        var report = AuditReport(
            archives: archives.map { $0.row(isChecked ? .checked : .unchecked) },
            faults: missing(among: files) + stubs + archives.flatMap(\.faults))
        report.unlinked = Set(archives.flatMap { $0.unlinked(providers, links: parameters.links ?? []) })
        report.calls = archives.map { UnboundedCalls($0, globalPrefix: expectation.globalPrefix) }
        return report
    }

    /// Returns the target's installed archives, by path in the step's inputs, with links resolved.
    private func archiveFiles() throws(PackagingError) -> [RelativePath: Digest] {
        let archives = try context.resolvedFiles(below: lib)?.filter(\.key.isArchive) ?? [:]
        return Dictionary(uniqueKeysWithValues: archives.map { (lib.appending($0), $1) })
    }

    /// Reads each distinct archive once, under the first of its paths.
    private func archives(_ files: [RelativePath: Digest]) async throws -> [AuditedArchive] {
        let rules = ObjectRules(expectation: expectation, forbidden: parameters.forbidden)
        var seen: Set<Digest> = []
        var result: [AuditedArchive] = []
        for (path, digest) in files.sorted(by: { $0.key < $1.key }) where seen.insert(digest).inserted {
            let view = try ThinArchive.view(of: try await context.read(digest), at: path, for: expectation.target)
            result.append(AuditedArchive(view, at: path, rules))
        }
        return result
    }

    private var lib: RelativePath { PrefixLayout.slice(expectation.target).appending("lib") }

    private func missing(among files: [RelativePath: Digest]) -> [AuditReport.Fault] {
        parameters.libraries.map(lib.appending).filter { files[$0] == nil }
            .map { fault(.archive, $0, expected: "an archive", found: "nothing") }
    }

    private func fault(
        _ rule: AuditReport.Rule, _ path: RelativePath, expected: String, found: String
    ) -> AuditReport.Fault {
        AuditReport.Fault(target: expectation.target, archive: path, rule: rule, expected: expected, found: found)
    }
}

extension RelativePath {
    /// Whether the file's name is that of an archive: `libz.a`.
    var isArchive: Bool { name.hasSuffix(".a") || name.hasSuffix(".lib") }

    /// Whether the file's name is that of a shared library: `libz.so.1`.
    var isSharedLibrary: Bool { name.hasSuffix(".dylib") || name.hasSuffix(".so") || name.contains(".so.") }
}
