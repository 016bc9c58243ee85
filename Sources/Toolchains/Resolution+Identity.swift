import Basics
import Targets

/// The properties of a toolchain that are part of every key: tools, files and the sysroot.
extension Resolution {
    /// Of a wrapper, other parts would be searched in the wrong folder. Throws `wrapper` or `unidentified`.
    func refuseWrapper() async throws(ToolchainError) {
        guard request.host.platform == .linux, let path = found[.cc], let real = effects.realPath(path) else { return }
        let tool = try tool(path, try await digests([real]))
        let examination = CompilerExamination(effects: effects, toolchain: file.name, role: .cc, tool: tool)
        _ = try await effects.identity("\(file.name) \(path)") {
            do throws(ToolchainError) { _ = try await examination.parts() } catch { return .failure(error) }
            return .success([:])
        }.get()
    }

    func identify(_ result: inout ResolvedToolchain) async throws(ToolchainError) {
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
            let identity = ToolIdentity(
                result.tools, programs: result.programs, requested: requested, toolchain: file.name, effects)
            properties.merge(try await identity.sharedProperties()) { $1 }
        }
        for path in files { properties["file.\(path)"] = digests[path]?.description }
        switch result.sysroot {
        case .absent: break
        case .system: break
        case .folder(let path):
            properties["sysroot"] = try await identity(ofSysroot: path)
            folders.append(path)
        case .stub(let stub, let wheel): properties["sysroot"] = "\(stub.family.rawValue) \(wheel.digest)"
        case .glibc(let glibc, let wheel, _): properties["sysroot"] = "glibc \(glibc.version) \(wheel.digest)"
        }
        if result.sysroot == .system || !programs.keys.allSatisfy({ !ResolvedToolchain.machineCompilers.contains($0) })
        {
            properties[ResolvedToolchain.machineProperty] = "headers"
            for path in ["/usr/include", "/usr/local/include"] where effects.exists(path) {
                properties["\(ResolvedToolchain.machineProperty).\(path)"] =
                    try await effects.known(path, isFolder: true)
            }
        }
        result.properties = properties
        result.visibleFolders = Self.outermost(folders + values.paths.values)
    }

    private func identityFiles(_ sysroot: ResolvedToolchain.Sysroot) -> [String] {
        let named = settings.identity.compactMap(values.text)
        guard case .folder(let path) = sysroot, isAppleSDK(path) else {
            return (named + libraries(sysroot)).uniqued()
        }
        return (named + Self.filesOfAppleSDK.map { "\(path)/\($0)" }.filter(effects.exists)).uniqued()
    }

    /// The files that differ between all releases of an SDK of Apple, which has too many files to read them all.
    private static let filesOfAppleSDK = [
        "SDKSettings.json", "System/Library/CoreServices/SystemVersion.plist", "usr/lib/libSystem.tbd",
    ]

    private func isAppleSDK(_ path: String) -> Bool {
        target.platform.isApple && effects.exists("\(path)/\(Self.filesOfAppleSDK[0])")
    }

    /// Returns the words for a sysroot that is a folder of this machine: its path and, unless files of an SDK stand for
    /// it, the digest of its contents.
    private func identity(ofSysroot path: String) async throws(ToolchainError) -> String {
        if isAppleSDK(path) { return path }
        guard let digest = await effects.folderDigest(path) else { throw .unreadable(path: path) }
        return "\(path) \(digest)"
    }

    /// Returns glibc's libraries in a sysroot that is a folder of this machine, as Debian and others place them.
    func libraries(_ sysroot: ResolvedToolchain.Sysroot) -> [String] {
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
