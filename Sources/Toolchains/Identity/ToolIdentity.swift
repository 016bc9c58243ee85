import Basics

/// Establishes the identity of a Linux host's tools: no wrapper among them, and properties for the files behind them.
struct ToolIdentity: Sendable {
    let effects: ToolchainEffects
    let toolchain: String
    let tools: [ToolRole: ResolvedToolchain.Tool]
    /// Optional tools that this build needs.
    let requested: Set<ToolRole>
    /// The digests of the parts by property; parts of one name may differ between tools.
    private var parts: [String: Set<String>] = [:]

    init(
        _ tools: [ToolRole: ResolvedToolchain.Tool], requested: Set<ToolRole>, toolchain: String,
        _ effects: ToolchainEffects
    ) {
        (self.tools, self.requested, self.toolchain, self.effects) = (tools, requested, toolchain, effects)
    }

    /// Returns the same as `properties`; computed once for all targets with these tools.
    func sharedProperties() async throws(ToolchainError) -> [String: String] {
        var words = [toolchain] + requested.map(\.rawValue).sorted()
        for role in ToolRole.allCases { words.append(tools[role]?.path ?? "") }
        return try await effects.identity(words.joined(separator: "\0")) {
            do throws(ToolchainError) { return .success(try await self.properties()) } catch { return .failure(error) }
        }.get()
    }

    /// Returns the properties `canary`, `part.NAME` for the files of compilers and linkers, and `share.NAME` for the
    /// folders that a bootstrap reads. A second file of one name has the suffix `.2`.
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
        if requested.contains(.autoreconf) { try await addSharedFolders() }
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
    }

    private mutating func examine(_ tool: ResolvedToolchain.Tool, as role: ToolRole) async throws(ToolchainError) {
        let examination = CompilerExamination(effects: effects, toolchain: toolchain, role: role, tool: tool)
        let own = try await examination.parts()
        let installation = Resolution.installation(of: tool.realPath)
        var libraries = try await addLibraries(of: tool.realPath, in: installation)
        for file in own.files {
            add(Self.partPrefix, file, try await effects.known(file))
            if effects.form(file) == .elf { libraries += try await addLibraries(of: file, in: installation) }
        }
        for folder in own.headers { add(Self.partPrefix, folder, try await effects.known(folder, isFolder: true)) }
        let canary = CompilerCanary(
            effects: effects, tool: tool, files: (libraries + own.files).uniqued(), folders: own.headers)
        parts[ResolvedToolchain.canaryProperty, default: []].insert(try await canary.digest().description)
    }

    /// Adds the libraries that belong to the compiler; returns the paths of all that the program loads.
    private mutating func addLibraries(
        of program: String, in installation: String?
    ) async throws(ToolchainError) -> [String] {
        let paths = try await LoadedLibraries(effects: effects).paths(of: program)
        for path in paths {
            guard let real = effects.realPath(path) else { throw .unreadable(path: path) }
            guard LoadedLibraries.isOwn(real, installation: installation) else { continue }
            add(Self.partPrefix, path, try await effects.known(real))
        }
        return paths
    }

    /// Adds the macros and scripts that aclocal, autoconf, automake and libtoolize read beside their own programs.
    private mutating func addSharedFolders() async throws(ToolchainError) {
        let roles: [ToolRole] = [.autoreconf, .autoconf, .automake, .aclocal, .libtoolize]
        let installations = roles.compactMap { tools[$0] }.compactMap { Resolution.installation(of: $0.realPath) }
        for installation in installations.uniqued() {
            for name in effects.names("\(installation)/share") where Self.isRead(name) {
                let folder = "\(installation)/share/\(name)"
                add(ResolvedToolchain.sharedPrefix, folder, try await effects.known(folder, isFolder: true))
            }
        }
    }

    private static func isRead(_ name: String) -> Bool {
        ["aclocal", "autoconf", "libtool"].contains(name) || name.hasPrefix("aclocal-") || name.hasPrefix("automake-")
    }

    private static let partPrefix = "part."

    private mutating func add(_ prefix: String, _ path: String, _ digest: String) {
        parts[prefix + Resolution.name(of: path), default: []].insert(digest)
    }
}
