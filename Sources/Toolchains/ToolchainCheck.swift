import Documents
import Targets

/// Checks a toolchain file as a whole: every entry applies to some target, and no target lacks a required setting.
struct ToolchainCheck {
    private(set) var findings = Findings()
    private let toolchain: ToolchainFile
    private let cases: [(target: Target, host: Target)]
    private var reported: Set<Mark> = []

    init(_ toolchain: ToolchainFile, targets: [Located<TargetMatch>], name: Mark) {
        self.toolchain = toolchain
        let hosts = Target.all.filter { host in
            toolchain.hosts.contains(host.platform) && host.environment == host.platform.environments[0]
                && (host.architecture == .x86_64 || host.architecture == .arm64)
        }
        cases = hosts.flatMap { host in toolchain.targets(host: host).map { ($0, host) } }
        for match in targets where !Target.all.contains(where: match.value.holds(for:)) {
            findings.error("these conditions match no target", at: match.mark)
        }
        for entry in toolchain.entries
        where !cases.contains(where: { entry.match.holds(for: $0.target, host: $0.host) }) {
            findings.error("this entry matches none of the toolchain's targets", at: entry.mark)
        }
        for (target, host) in cases { check(target, host, at: name) }
    }

    private mutating func check(_ target: Target, _ host: Target, at name: Mark) {
        let settings = toolchain.settings(for: target, host: host)
        let needed: [(String, Bool)] = [
            ("sysroot", settings.sysroot != nil), ("host-triple", settings.hostTriple != nil),
            ("build-triple", settings.buildTriple != nil), ("tools: cc", settings.tools[.cc] != nil),
            ("tools: ar", settings.tools[.ar] != nil),
            ("minimum", settings.minimum != nil || !target.carriesVersion),
        ]
        for (key, isGiven) in needed where !isGiven {
            note("no `\(key)` for the target `\(target)`", at: name, isOnce: false)
        }
        if case .appleStub(let stub) = settings.sysroot, stub.versions[StubSysroot.Family(target).platform] == nil {
            note("no SDK version of `\(StubSysroot.Family(target).platform.rawValue)` for `\(target)`", at: name)
        }
        if case .glibc = settings.sysroot {
            if !GlibcSysroot.targets.contains(target) { note("no glibc sysroot for the target `\(target)`", at: name) }
            if settings.tools[.ld] == nil { note("a glibc sysroot needs a tool `ld`", at: name, isOnce: false) }
        }
        for template in settings.templates { check(template, settings, target) }
    }

    private mutating func check(_ template: Template, _ settings: ToolchainSettings, _ target: Target) {
        for variable in template.variables {
            guard let reason = settings.reasonAgainst(variable) else { continue }
            note("\(reason) for the target `\(target)`", at: template.mark)
        }
    }

    /// Reports only the first fault of each place; without `isOnce`, every different fault.
    private mutating func note(_ message: String, at mark: Mark, isOnce: Bool = true) {
        let isNew = reported.insert(mark).inserted
        guard isNew || (!isOnce && !findings.diagnostics.contains { $0.message == message }) else { return }
        findings.error(message, at: mark)
    }
}

extension Target {
    /// Whether the target's triple contains a minimum OS version, which settings or requests must then give.
    public var carriesVersion: Bool { platform.isApple || platform == .android }
}

extension ToolchainSettings {
    fileprivate var templates: [Template] {
        driver + cflags + cxxflags + ldflags + runtime + (run ?? []) + identity + visible + together
            + variables.keys.sorted().compactMap { variables[$0] }
    }

    /// Returns the reason why a variable has no value with these settings; nil when it has a value.
    fileprivate func reasonAgainst(_ variable: Variable) -> String? {
        switch variable {
        case .sysroot:
            switch sysroot {
            case .system: "`${sysroot}` is not a folder: the sysroot is `system`"
            case .absent, nil: "`${sysroot}` is not a folder: there is no sysroot"
            case .folder, .xcrun, .appleStub, .glibc: nil
            }
        case .linker:
            link != .probe && tools[.ld] == nil ? "`${linker}` needs a tool `ld`" : nil
        case .minimum: minimum == nil ? "`${minimum}` has no value" : nil
        case .hostTriple: hostTriple == nil ? "`${host-triple}` has no value" : nil
        case .tool(let role): tools[role] == nil ? "there is no tool `\(role.rawValue)`" : nil
        case .path(let name): paths[name] == nil ? "there is no path `\(name)`" : nil
        case .tools, .triple, .arch, .cpu, .hostCPU, .debianArch, .bin, .prefix, .environment: nil
        }
    }
}
