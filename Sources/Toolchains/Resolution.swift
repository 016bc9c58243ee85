import Basics
import Targets

/// Finds the parts of one toolchain on the machine, in this order: the name of the sysroot's SDK (in which `xcrun`
/// searches for tools), tools and paths, and the sysroot. Then expands the templates, whose variables may refer to
/// these parts, and computes the digests.
struct Resolution {
    let file: ToolchainFile
    let request: ToolchainRequest
    let effects: ToolchainEffects
    let settings: ToolchainSettings
    private(set) var values: VariableValues
    /// Required parts that were not found.
    private var lacking: [MissingPart] = []
    private(set) var found: [ToolRole: String] = [:]
    /// The paths of requested programs that have no role, by name.
    private(set) var programs: [String: String] = [:]
    /// Optional tools that were not found.
    private var missing: [ToolRole: MissingPart] = [:]

    var target: Target { request.target }
    private var link: LinkMode { request.link ?? settings.link ?? .linker }

    /// - Parameter minimum: the oldest OS version to build for, if the target's platform has one.
    init(
        _ file: ToolchainFile, _ request: ToolchainRequest, _ minimum: OSVersion?, _ effects: ToolchainEffects
    ) {
        self.file = file
        self.request = request
        self.effects = effects
        settings = file.settings(for: request.target, host: request.host)
        values = VariableValues(target: request.target, host: request.host, minimum: minimum, settings)
        values.environment = effects.environment
    }

    consuming func resolve() async throws(ToolchainError) -> ResolvedToolchain {
        let finder = Finder(effects: effects, sdk: sdkName)
        await findTools(finder)
        try await refuseWrapper()
        await findRequestedTools(finder)
        await findPaths(finder)
        let sysroot = await findSysroot(finder)
        guard lacking.isEmpty, let sysroot else {
            throw .missing(lacking, toolchain: file.name, target)
        }
        values.sysroot = sysroot.argument
        if link == .probe || found[.ld] != nil { values.linker = Argument([.path(ResolvedToolchain.linkerPath)]) }
        var result = assemble(sysroot)
        try await identify(&result)
        return result
    }

    // MARK: Finding

    private var sdkName: String? {
        if let sdk = request.sdk, !sdk.hasPrefix("/") { return sdk }
        if case .xcrun(let name) = settings.sysroot { return values.text(name) }
        return nil
    }

    private mutating func findTools(_ finder: Finder) async {
        for role in ToolRole.allCases {
            guard let candidates = settings.tools[role] else { continue }
            let names = candidates.candidates.compactMap(values.text)
            if let path = await finder.program(names) {
                found[role] = path
                values.tools[role] = path
                if role == .cc { values.bin = effects.realPath(path).flatMap(Self.folder) }
            } else {
                let part = part(role.rawValue, candidates, names)
                let isOptional = candidates.isOptional || (role == .ld && link == .probe)
                if isOptional { missing[role] = part } else { lacking.append(part) }
            }
        }
    }

    /// Finds the tools that the request lists; the file may mark them as optional, or not name them at all.
    private mutating func findRequestedTools(_ finder: Finder) async {
        for name in request.tools.uniqued() {
            if let role = ToolRole(rawValue: name) {
                guard found[role] == nil else { continue }
                lacking.append(missing[role] ?? MissingPart(purpose: name, candidates: [name]))
            } else if let path = await finder.program([name]) {
                programs[name] = path
            } else {
                lacking.append(MissingPart(purpose: name, candidates: [name]))
            }
        }
    }

    private mutating func findPaths(_ finder: Finder) async {
        for (name, candidates) in settings.paths.sorted(by: { $0.key < $1.key }) {
            let tried = candidates.candidates.compactMap(values.text)
            if let path = finder.path(tried, holding: candidates.contents) {
                values.paths[name] = path
            } else if !candidates.isOptional {
                lacking.append(part(name, candidates, tried))
            }
        }
    }

    private mutating func findSysroot(_ finder: Finder) async -> ResolvedToolchain.Sysroot? {
        if let sdk = request.sdk { return await findSDK(sdk, finder) }
        switch settings.sysroot {
        case .system: return .system
        case .absent, nil: return .absent
        case .appleStub(let stub): return Self.stub(stub, target)
        case .glibc(let glibc): return findGlibc(glibc, finder)
        case .folder(let candidates):
            let tried = candidates.candidates.compactMap(values.text)
            if let path = finder.path(tried, holding: candidates.contents) { return .folder(path) }
            lacking.append(part("sysroot", candidates, tried))
            return nil
        case .xcrun(let name):
            let sdk = values.text(name) ?? ""
            if let path = await finder.sdkPath() { return .folder(path) }
            lacking.append(MissingPart(purpose: "SDK", candidates: [sdk], install: "install Xcode with this platform"))
            return nil
        }
    }

    private mutating func findGlibc(
        _ glibc: SysrootChoice.Glibc, _ finder: Finder
    ) -> ResolvedToolchain.Sysroot? {
        let version = request.minimum ?? glibc.version
        guard let sysroot = GlibcSysroot(target, version: version, folder: glibc.folder) else {
            lacking.append(MissingPart(purpose: "glibc sysroot", candidates: [target.triple]))
            return nil
        }
        let tried = glibc.runtime.candidates?.candidates.compactMap(values.text) ?? []
        let file = finder.path(tried, holding: nil).map(CompilerRuntime.file)
        guard let runtime = file ?? glibc.runtime.packages[target.architecture] else {
            lacking.append(
                MissingPart(purpose: "compiler runtime", candidates: tried.isEmpty ? [target.triple] : tried))
            return nil
        }
        // The tools that make the sysroot's libraries.
        lacking += [ToolRole.cc, .ld, .ar].compactMap { missing[$0] }
        return .glibc(sysroot, wheel: glibc.wheel, runtime: runtime)
    }

    private mutating func findSDK(_ sdk: String, _ finder: Finder) async -> ResolvedToolchain.Sysroot? {
        // The root of the machine contains more than a sysroot.
        let path = sdk.hasPrefix("/") ? (sdk != "/" && finder.exists(sdk) ? sdk : nil) : await finder.sdkPath()
        if let path { return .folder(path) }
        lacking.append(MissingPart(purpose: "SDK", candidates: [sdk]))
        return nil
    }

    private static func stub(_ stub: SysrootChoice.AppleStub, _ target: Target) -> ResolvedToolchain.Sysroot {
        let family = StubSysroot.Family(target)
        let version = stub.versions[family.platform] ?? OSVersion(1)
        let description = StubSysroot(
            family: family, headers: stub.headers, library: stub.library, version: version,
            catalystVersion: family == .macOS ? stub.versions[.iOS] : nil)
        return .stub(description, wheel: stub.wheel)
    }

    private func part(_ purpose: String, _ candidates: ToolchainSettings.Candidates, _ tried: [String]) -> MissingPart {
        MissingPart(
            purpose: purpose, candidates: tried, packages: candidates.packages.compactMap(values.text),
            install: candidates.install)
    }

    // MARK: Assembling

    private func assemble(_ sysroot: ResolvedToolchain.Sysroot) -> ResolvedToolchain {
        let arguments = { (templates: [Template]) in templates.map(values.argument) }
        return ResolvedToolchain(
            name: file.name, target: target, targets: [target], host: request.host, minimum: values.minimum,
            triple: values.minimum.map(target.triple(minimum:)) ?? target.triple, tools: [:], missing: missing,
            driver: arguments(settings.driver), cflags: arguments(settings.cflags),
            cxxflags: arguments(settings.cxxflags), ldflags: arguments(settings.ldflags),
            variables: settings.variables.mapValues(values.argument), prefixMapFlags: settings.prefixMap,
            hostTriple: settings.hostTriple.flatMap(values.text) ?? target.triple,
            buildTriple: settings.buildTriple.flatMap(values.text) ?? request.host.triple, link: link, sysroot: sysroot,
            runtimeLibraries: arguments(settings.runtime) + sysroot.runtimeLibraries
                + libraries(sysroot).map(Argument.init(stringLiteral:)),
            run: isRunnable ? settings.run.map(arguments) : nil,
            commands: commands, visibleFolders: [], properties: [:])
    }

    /// Whether the tools and paths in `run:` were found.
    private var isRunnable: Bool {
        (settings.run ?? []).flatMap(\.variables).allSatisfy { variable in
            switch variable {
            case .tool(let role): found[role] != nil
            case .path(let name): values.paths[name] != nil
            default: true
            }
        }
    }

    /// The tools and programs that build scripts find by name, without those that the system has under that name.
    private var commands: [String: String] {
        let named = found.filter { $0.key.isFoundByName }.map { ($0.key.rawValue, $0.value) }
        return programs.merging(named) { $1 }.filter { name, path in
            path != ["/usr/bin/\(name)", "/bin/\(name)"].first(where: effects.isExecutable)
        }
    }
}
