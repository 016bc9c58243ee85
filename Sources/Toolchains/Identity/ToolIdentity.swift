import Basics

/// Establishes the identity of a Linux host's tools: no wrapper among them, and properties for the files behind them.
struct ToolIdentity: Sendable {
    let effects: ToolchainEffects
    let toolchain: String
    let tools: [ToolRole: ResolvedToolchain.Tool]
    /// The programs without a role that the recipe names.
    let programs: [String: ResolvedToolchain.Tool]
    /// Optional tools that this build needs.
    let requested: Set<ToolRole>
    /// The digests of the parts by property; parts of one name may differ between tools.
    private var parts: [String: Set<String>] = [:]

    init(
        _ tools: [ToolRole: ResolvedToolchain.Tool], programs: [String: ResolvedToolchain.Tool],
        requested: Set<ToolRole>, toolchain: String, _ effects: ToolchainEffects
    ) {
        (self.tools, self.programs, self.requested) = (tools, programs, requested)
        (self.toolchain, self.effects) = (toolchain, effects)
    }

    /// Returns the same as `properties`; computed once for all targets with these tools.
    func sharedProperties() async throws(ToolchainError) -> [String: String] {
        var words = [toolchain] + requested.map(\.rawValue).sorted()
        for role in ToolRole.allCases { words.append(tools[role]?.path ?? "") }
        for (name, tool) in programs.sorted(by: { $0.key < $1.key }) { words += [name, tool.path] }
        return try await effects.identity(words.joined(separator: "\0")) {
            do throws(ToolchainError) { return .success(try await self.properties()) } catch { return .failure(error) }
        }.get()
    }

    /// Returns the properties `canary`, `part.NAME` for the files of compilers and linkers, `share.NAME` for the folders
    /// that tools read, and `tool.PROGRAM.NAME` for the files of further programs. A second file of one name has the
    /// suffix `.2`.
    ///
    /// - Throws: `wrapper`, `unidentified`, `notClosed` and `unreadable` of `ToolchainError`.
    consuming func properties() async throws(ToolchainError) -> [String: String] {
        try refuseScripts()
        var seen: Set<String> = []
        for role in Self.compilers {
            guard let tool = tools[role], seen.insert(tool.realPath).inserted else { continue }
            try await examine(tool, as: role)
        }
        for role in Self.companions {
            guard let tool = tools[role], seen.insert(tool.realPath).inserted else { continue }
            _ = try await addLibraries(of: tool.realPath, in: Resolution.installation(of: tool.realPath))
        }
        for (name, program) in programs.sorted(by: { $0.key < $1.key }) { try await add(program, name) }
        try await addSharedFolders()
        var properties: [String: String] = [:]
        for (name, digests) in parts {
            for (index, digest) in digests.sorted().enumerated() {
                properties[index == 0 ? name : "\(name).\(index + 1)"] = digest
            }
        }
        return properties
    }

    private static let compilers: [ToolRole] = [.cc, .cxx]
    private static let companions: [ToolRole] = [.ar, .ranlib, .nm, .strip, .objdump, .ld]
    /// Tools that are compiled programs everywhere. The build systems among them count only if the build needs them.
    private static let compiled = companions + [.make, .shell]
    private static let compiledIfRequested: [ToolRole] = [.cmake, .ninja, .m4, .perl]

    private func refuseScripts() throws(ToolchainError) {
        for role in Self.compiled + Self.compiledIfRequested.filter(requested.contains) {
            guard let tool = tools[role], effects.form(tool.realPath) != .elf else { continue }
            throw .wrapper(role, path: tool.path, of: nil, toolchain: toolchain)
        }
        let others = programs.sorted { $0.key < $1.key }.map { (ToolRole?.none, $0.value) }
        for (role, tool) in others + (tools[.pkgConfig].map { [(.pkgConfig, $0)] } ?? [])
        where effects.form(tool.realPath) == .script && !Self.isOfSystem(tool.path) {
            throw .wrapper(role, path: tool.path, of: nil, toolchain: toolchain)
        }
    }

    /// Whether the system's packages own the program. Some of their programs are scripts, which call programs and modules
    /// of the system; a script in another folder may call any file of its user, which no key contains.
    private static func isOfSystem(_ path: String) -> Bool {
        Resolution.folder(of: path).map(["/usr/bin", "/bin"].contains) ?? false
    }

    /// Adds the files of a program without a role: those of a compiler, or the libraries besides glibc's, which may
    /// contain an interpreter (`tclsh`).
    private mutating func add(_ program: ResolvedToolchain.Tool, _ name: String) async throws(ToolchainError) {
        let prefix = "\(ResolvedToolchain.toolPrefix)\(name)."
        if ResolvedToolchain.machineCompilers.contains(name) {
            try await examine(program, as: nil, prefix: prefix)
        } else if effects.form(program.realPath) == .elf {
            for path in try await LoadedLibraries(effects: effects).paths(of: program.realPath)
            where !LoadedLibraries.isOfGlibc(path) {
                add(prefix, path, try await effects.known(path))
            }
        }
    }

    private mutating func examine(
        _ tool: ResolvedToolchain.Tool, as role: ToolRole?, prefix: String = partPrefix
    ) async throws(ToolchainError) {
        let examination = CompilerExamination(effects: effects, toolchain: toolchain, role: role, tool: tool)
        let own = try await examination.parts()
        let installation = Resolution.installation(of: tool.realPath)
        var libraries = try await addLibraries(of: tool.realPath, in: installation, prefix: prefix)
        for file in own.files {
            add(prefix, file, try await effects.known(file))
            if effects.form(file) == .elf {
                libraries += try await addLibraries(of: file, in: installation, prefix: prefix)
            }
        }
        for folder in own.headers { add(prefix, folder, try await effects.known(folder, isFolder: true)) }
        let canary = CompilerCanary(
            effects: effects, tool: tool, files: (libraries + own.files).uniqued(), folders: own.headers)
        let property = (prefix == Self.partPrefix ? "" : prefix) + ResolvedToolchain.canaryProperty
        parts[property, default: []].insert(try await canary.digest().description)
    }

    /// Adds the libraries that belong to the compiler; returns the paths of all that the program loads.
    private mutating func addLibraries(
        of program: String, in installation: String?, prefix: String = partPrefix
    ) async throws(ToolchainError) -> [String] {
        let paths = try await LoadedLibraries(effects: effects).paths(of: program)
        for path in paths {
            guard let real = effects.realPath(path) else { throw .unreadable(path: path) }
            guard LoadedLibraries.isOwn(real, installation: installation) else { continue }
            add(prefix, path, try await effects.known(real))
        }
        return paths
    }

    private mutating func addSharedFolders() async throws(ToolchainError) {
        var seen: Set<String> = []
        for role in ToolRole.allCases where requested.contains(role) {
            guard let installation = tools[role].flatMap({ Resolution.installation(of: $0.realPath) }) else { continue }
            for folder in SharedFolder.paths(of: role, in: installation, effects) where seen.insert(folder).inserted {
                add(SharedFolder.prefix, folder, try await effects.known(folder, isFolder: true))
            }
        }
    }

    private static let partPrefix = "part."

    private mutating func add(_ prefix: String, _ path: String, _ digest: String) {
        parts[prefix + Resolution.name(of: path), default: []].insert(digest)
    }
}
