import Actions
import Basics
import Steps
import Targets

/// The check of one target's results.
struct TargetAnswers {
    var probed: ProbedTarget
    var context: BuiltinContext

    init(_ probed: ProbedTarget, _ context: BuiltinContext) {
        self.probed = probed
        self.context = context
    }

    /// The headers, which are read at the first use.
    private var headers: SystemHeaders?

    private var expectation: AuditExpectation { probed.expectation }
    private var target: Target { expectation.target }

    /// Returns the logs of the target's build, sorted by path.
    func logs() async throws -> [ProbeLog] {
        let files = try context.resolvedFiles(below: PrefixLayout.answers(target)) ?? [:]
        var logs: [ProbeLog] = []
        for (path, digest) in files.sorted(by: { $0.key < $1.key }) {
            logs.append(ProbeLog(String(decoding: try await context.read(digest), as: UTF8.self), at: path))
        }
        return logs
    }

    mutating func faults(in logs: [ProbeLog]) async throws -> [AnswersReport.Fault] {
        var faults: [AnswersReport.Fault] = []
        for log in logs { faults += toolFaults(in: log) }
        let checked = logs.filter { !$0.isForAnother(than: probed.triple) && $0.probes.contains { $0.function != nil } }
        // A sysroot that no step made may have more libraries than those that the toolchain lists.
        guard !checked.isEmpty, try context.folder(PrefixLayout.headers(target)) != nil else { return faults }
        return faults + (try await functionFaults(in: checked))
    }

    // MARK: Tools

    private func toolFaults(in log: ProbeLog) -> [AnswersReport.Fault] {
        log.tools.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }.compactMap { tool in
            fault(tool).map { AnswersReport.Fault(target: target, log: log.path, kind: $0, subject: tool.name) }
        }
    }

    private func fault(_ tool: ProbedTool) -> AnswersReport.Kind? {
        switch tool.kind {
        case .compiler: isDeclared(tool.name, among: probed.compilers) ? nil : .compiler
        case .linker:
            if isAnyLinkerDeclared || isDeclared(tool.name, among: probed.linkers + ownLinkers) {
                tool.mismatch == nil ? nil : .emulation
            } else {
                .linker
            }
        }
    }

    /// Whether a compiler brings its own linker: GCC does, and so does a compiler of the machine that the recipe needs.
    private var isAnyLinkerDeclared: Bool {
        probed.linkers.isEmpty
            || probed.compilers.contains { !$0.contains("/") || $0.contains(/(gcc|g\+\+)(-[0-9.]+)?$/) }
    }

    /// The names under which probe-ld, which links the programs of checks for Apple's platforms, reports errors.
    private var ownLinkers: [String] { target.platform.isApple ? ["probe-ld", "ld64.lld"] : [] }

    /// Whether a tool is one of these paths or names, or a script of the build's own folder for tools.
    private func isDeclared(_ tool: String, among declared: [String]) -> Bool {
        if tool.hasPrefix("tools/") || declared.contains(tool) { return true }
        // An error begins with the name only.
        return !tool.contains("/") && declared.contains { $0.hasSuffix("/\(tool)") }
    }

    // MARK: Functions

    private mutating func functionFaults(in logs: [ProbeLog]) async throws -> [AnswersReport.Fault] {
        let reader = ProviderReader(target: target, context: context)
        var providers = SymbolProviders(for: expectation, allowed: [])
        guard try await reader.addSystem(to: &providers) else { return [] }
        let system = providers
        try await reader.addDependencies(to: &providers)
        let found = logs.reduce(into: [:]) { $0[$1.listing, default: Set<String>()].formUnion($1.found) }
        var faults: Set<AnswersReport.Fault> = []
        for log in logs {
            for function in log.probes.compactMap(\.function) {
                // Another check of the function succeeded: the author knows that one of them may fail.
                if !function.exists, found[log.listing]?.contains(function.name) == true { continue }
                guard let suspicion = suspicion(function, system, providers),
                    try await isConfirmed(suspicion, function)
                else { continue }
                faults.insert(
                    AnswersReport.Fault(target: target, log: log.path, kind: suspicion, subject: function.name))
            }
        }
        return faults.sorted { ($0.log, $0.subject) < ($1.log, $1.subject) }
    }

    /// Returns the fault that the symbols of the libraries show, if the headers confirm it.
    private func suspicion(
        _ function: Probe.Function, _ system: SymbolProviders, _ all: SymbolProviders
    ) -> AnswersReport.Kind? {
        let name = expectation.globalPrefix + function.name
        if function.exists { return all.provides(name) ? nil : .invented }
        guard system.provides(name) else { return StandardFunctions.names.contains(function.name) ? .lacking : nil }
        return system.library(for: name) == nil && system.newerVersion(for: name) == nil ? .missed : nil
    }

    /// Whether the headers do not contradict the symbols.
    private mutating func isConfirmed(
        _ suspicion: AnswersReport.Kind, _ function: Probe.Function
    ) async throws -> Bool {
        if case .invented = suspicion { return true }
        if headers == nil {
            headers = try await SystemHeaders(
                below: PrefixLayout.headers(target), of: target, minimum: expectation.minimumVersion, context)
        }
        // The program did not compile, because it includes a header that the target does not have.
        if let missing = function.missingHeader, headers?.has(missing) == false { return false }
        return headers?.declare(function.name) == true
    }
}
