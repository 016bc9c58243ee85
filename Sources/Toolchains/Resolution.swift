import Basics
import Targets

/// Finds the parts of one toolchain on the machine, in this order: the name of the sysroot's SDK (in which `xcrun`
/// searches for tools), tools and paths, and the sysroot. Then expands the templates, whose variables may refer to
/// these parts, and computes the digests.
struct Resolution {
    private let file: ToolchainFile
    private let request: ToolchainRequest
    private let effects: ToolchainEffects
    private let settings: ToolchainSettings
    private var values: VariableValues
    /// Required parts that were not found.
    private var lacking: [MissingPart] = []
    private var found: [ToolRole: String] = [:]
    /// The paths of requested programs that have no role, by name.
    private var programs: [String: String] = [:]
    /// Optional tools that were not found.
    private var missing: [ToolRole: MissingPart] = [:]

    private var target: Target { request.target }
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
        let tried = glibc.runtime.candidates.compactMap(values.text)
        guard let runtime = finder.path(tried, holding: nil) else {
            lacking.append(part("compiler runtime", glibc.runtime, tried))
            return nil
        }
        // The tools that make the sysroot's libraries.
        lacking += [ToolRole.cc, .ld, .ar].compactMap { missing[$0] }
        return .glibc(sysroot, wheel: glibc.wheel, runtime: runtime)
    }

    private mutating func findSDK(_ sdk: String, _ finder: Finder) async -> ResolvedToolchain.Sysroot? {
        let path = sdk.hasPrefix("/") ? (finder.exists(sdk) ? sdk : nil) : await finder.sdkPath()
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
            searchPath: searchPath, visibleFolders: [], properties: [:])
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

    private var searchPath: [String] {
        let named = ToolRole.allCases.filter(\.isFoundByName).compactMap { found[$0] }
        let others = programs.sorted { $0.key < $1.key }.map(\.value)
        return ((named + others).compactMap(Self.folder) + ["/usr/bin", "/bin"]).uniqued()
    }

    // MARK: Identity

    /// Of a wrapper, other parts would be searched in the wrong folder. Throws `wrapper` or `unidentified`.
    private func refuseWrapper() async throws(ToolchainError) {
        guard request.host.platform == .linux, let path = found[.cc], let real = effects.realPath(path) else { return }
        let tool = try tool(path, try await digests([real]))
        let examination = CompilerExamination(effects: effects, toolchain: file.name, role: .cc, tool: tool)
        _ = try await effects.identity("\(file.name) \(path)") {
            do throws(ToolchainError) { _ = try await examination.parts() } catch { return .failure(error) }
            return .success([:])
        }.get()
    }

    private func identify(_ result: inout ResolvedToolchain) async throws(ToolchainError) {
        var properties = ["OSFamily": request.host.platform == .macOS ? "macos" : "linux"]
        properties["ISA"] = request.host.architecture == .arm64 ? "arm-a64" : "x86-64"
        var folders = settings.visible.compactMap(values.text)
        let files = identityFiles(result.sysroot)
        let tools = Array(found.values) + programs.values
        let digests = try await digests(tools.compactMap(effects.realPath) + files)
        for (name, path) in programs.merging(found.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { $1 }) {
            let tool = try tool(path, digests)
            if let role = ToolRole(rawValue: name) { result.tools[role] = tool } else { result.programs[name] = tool }
            properties["tool.\(name)"] = tool.digest.description
            folders += [path, tool.realPath].compactMap(Self.installation)
        }
        if request.host.platform == .linux {
            let requested = Set(request.tools.compactMap(ToolRole.init(rawValue:)))
            let identity = ToolIdentity(result.tools, requested: requested, toolchain: file.name, effects)
            properties.merge(try await identity.sharedProperties()) { $1 }
        }
        for path in files { properties["file.\(path)"] = digests[path]?.description }
        switch result.sysroot {
        case .absent: break
        case .system: properties[ResolvedToolchain.machineProperty] = "headers"
        case .folder(let path):
            properties["sysroot"] = path
            folders.append(path)
        case .stub(let stub, let wheel): properties["sysroot"] = "\(stub.family.rawValue) \(wheel.digest)"
        case .glibc(let glibc, let wheel, _): properties["sysroot"] = "glibc \(glibc.version) \(wheel.digest)"
        }
        result.properties = properties
        result.visibleFolders = Self.outermost(folders + values.paths.values)
    }

    private func identityFiles(_ sysroot: ResolvedToolchain.Sysroot) -> [String] {
        let named = settings.identity.compactMap(values.text)
        guard case .folder(let path) = sysroot, target.platform.isApple else {
            return (named + libraries(sysroot)).uniqued()
        }
        let own = ["SDKSettings.json", "usr/lib/libSystem.tbd"].map { "\(path)/\($0)" }
        return (named + own.filter(effects.exists)).uniqued()
    }

    /// Returns glibc's libraries in a sysroot that is a folder of this machine, as Debian and others place them.
    private func libraries(_ sysroot: ResolvedToolchain.Sysroot) -> [String] {
        guard case .folder(let path) = sysroot, target.platform == .linux, target.environment == .gnu else { return [] }
        let triple = settings.hostTriple.flatMap(values.text) ?? target.triple
        let folders = ["lib", "usr/lib", "lib64", "usr/lib64", "lib/\(triple)", "usr/lib/\(triple)"]
        let names = GlibcSysroot.libraryNames(target.architecture) + ["libgcc_s.so.1", "libc_nonshared.a"]
        return names.compactMap { name in
            folders.lazy.map { "\(path)/\($0)/\(name)" }.first(where: effects.exists)
        }
    }

    private func tool(
        _ path: String, _ digests: [String: Digest]
    ) throws(ToolchainError) -> ResolvedToolchain.Tool {
        guard let real = effects.realPath(path), let digest = digests[real] else { throw .unreadable(path: path) }
        return ResolvedToolchain.Tool(path: path, realPath: real, digest: digest)
    }

    /// Computes the digests of several files concurrently: a compiler and its libraries have hundreds of megabytes, and
    /// no action can start before their digests are known.
    private func digests(_ paths: [String]) async throws(ToolchainError) -> [String: Digest] {
        let digest = effects.digest
        let found = await withTaskGroup { group in
            for path in paths.uniqued() { group.addTask { (path, await digest(path)) } }
            return await group.reduce(into: [String: Digest]()) { $0[$1.0] = $1.1 }
        }
        guard let path = paths.first(where: { found[$0] == nil }) else { return found }
        throw .unreadable(path: path)
    }
}
