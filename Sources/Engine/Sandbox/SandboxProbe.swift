import Machine
import SystemPackage

/// Finds the sandbox of this machine.
struct SandboxProbe: Sendable {
    /// Whether this kind of system could have a sandbox: bubblewrap needs Linux's namespaces.
    #if os(Linux)
        var isPossible = true
    #else
        var isPossible = false
    #endif
    /// Runs an argument list; returns whether it succeeded, and its output.
    var run: @Sendable ([String]) async -> (succeeded: Bool, output: String)

    static let live = SandboxProbe { arguments in
        do {
            let result = try await ProcessRunner.live.run(arguments, [:], "/")
            return (result.status == 0, result.errors + result.output)
        } catch {
            return (false, "\(error)")
        }
    }

    /// The system's folders; on a machine some of them may be missing.
    static let systemFolders: [FilePath] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]

    /// The paths of `bwrap`. `PATH` is not searched: the environment must not choose the sandbox.
    static let programs: [FilePath] = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"]

    /// Returns a sandbox that works, or why there is none.
    func find(readOnly: [FilePath]) async -> Result<Sandbox, Unavailable> {
        guard isPossible else {
            return .failure(Unavailable(reason: "there is a sandbox on Linux only", isExpected: true))
        }
        guard let program = Self.programs.first(where: { FileSystem.isExecutable($0.string) })
        else { return .failure(Unavailable(reason: "`bwrap` is not installed")) }
        var sandbox = Sandbox(program: program, system: Self.system, readOnly: readOnly, hidden: Sandbox.packagesHere)
        if await works(sandbox, with: .most) { return .success(sandbox) }
        sandbox.protection = .absent
        if let fault = await fault(of: sandbox) { return .failure(Unavailable(reason: fault)) }
        for protection in SandboxProtection.weaker where await works(sandbox, with: protection) {
            sandbox.protection = protection
            break
        }
        return .success(sandbox)
    }

    private func works(_ sandbox: Sandbox, with protection: SandboxProtection) async -> Bool {
        var sandbox = sandbox
        sandbox.protection = protection
        return await fault(of: sandbox) == nil
    }

    /// Returns why the sandbox does not work; nil when it works. A shell writes the filter of system calls to a pipe: the
    /// probe has no folder for a file.
    private func fault(of sandbox: Sandbox) async -> String? {
        let nothing = JobPipes(tokens: "/dev/null", barrier: "/dev/null")
        let options = sandbox.options(root: "/", pipes: nothing, descriptors: .init(filter: 0))
        let filter = (sandbox.filter()?.encoded ?? []).map { "\\0" + String($0, radix: 8) }.joined()
        let (succeeded, output) = await run(
            ["/bin/sh", "-c", "printf '%b' \"$0\" | exec \"$@\"", filter, sandbox.program.string] + options
                + ["--", "/bin/true"])
        return succeeded ? nil : output.split(separator: "\n").first.map(String.init) ?? "`bwrap` failed"
    }

    struct Unavailable: Error, Hashable {
        var reason: String
        /// Whether no system of this kind can have a sandbox; then the absence is not reported.
        var isExpected = false
    }

    /// The system's folders on this machine. On systems with a merged `/usr`, most of them are links.
    static var system: [Sandbox.SystemEntry] {
        systemFolders.compactMap { path in
            if let target = try? FileSystem.linkTarget(path.string) {
                return .link(path, target: target)
            }
            return path.exists ? .folder(path) : nil
        }
    }
}
