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
        guard logs.contains(where: { $0.probes.contains { $0.function != nil } }) else { return faults }
        return faults + (try await functionFaults(in: logs))
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
            if let linker = probed.linker, !usesMachineCompiler, !isDeclared(tool.name, among: [linker] + ownLinkers) {
                .linker
            } else {
                tool.mismatch == nil ? nil : .emulation
            }
        }
    }

    /// Whether the recipe needs a compiler of this machine, which brings its own linker.
    private var usesMachineCompiler: Bool { probed.compilers.contains { !$0.contains("/") } }

    /// The names under which probe-ld, which links the programs of checks for Apple's platforms, reports errors.
    private var ownLinkers: [String] { target.platform.isApple ? ["probe-ld", "ld64.lld"] : [] }

    /// Whether a tool is one of these paths or names, or a script of the build's own folder for tools.
    private func isDeclared(_ tool: String, among declared: [String]) -> Bool {
        if tool.hasPrefix("tools/") || declared.contains(tool) { return true }
        // An error begins with the name only.
        return declared.contains { Self.name($0) == Self.name(tool) && !(tool.hasPrefix("/") && $0.hasPrefix("/")) }
    }

    /// Returns the name of a program without folder and version: `ld.lld` for `/usr/bin/ld.lld-19`.
    private static func name(_ path: String) -> Substring {
        let name = path.split(separator: "/").last ?? ""
        return name.firstMatch(of: /^(.+?)-[0-9.]+$/)?.output.1 ?? name
    }

    // MARK: Functions

    private mutating func functionFaults(in logs: [ProbeLog]) async throws -> [AnswersReport.Fault] {
        let reader = ProviderReader(target: target, context: context)
        var providers = SymbolProviders(for: expectation, allowed: [])
        // Without the system's libraries, nothing is known about its functions.
        guard try await reader.addSystem(to: &providers) else { return [] }
        let system = providers
        try await reader.addDependencies(to: &providers)
        var faults: Set<AnswersReport.Fault> = []
        for log in logs {
            for function in log.probes.compactMap(\.function) {
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

    /// Whether the headers do not contradict the symbols. Without headers, the symbols decide.
    private mutating func isConfirmed(
        _ suspicion: AnswersReport.Kind, _ function: Probe.Function
    ) async throws -> Bool {
        if case .invented = suspicion, !function.maybeMacro { return true }
        if headers == nil {
            headers = try await SystemHeaders(
                below: PrefixLayout.headers(target), of: target, minimum: expectation.minimumVersion, context)
        }
        guard let headers else { return suspicion != .invented }
        return suspicion == .invented ? !headers.mention(function.name) : headers.declare(function.name)
    }
}
