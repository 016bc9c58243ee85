import Basics
import Machine

extension ToolchainEffects {
    /// Returns the effects of this machine. The caller, which composes xbuild, passes the functions that run programs
    /// and compute digests.
    public static func live(
        environment: [String: String], output: @escaping @Sendable ([String]) async -> String?,
        digest: @escaping @Sendable (String) async -> Digest?
    ) -> ToolchainEffects {
        let path = environment["PATH"] ?? "/usr/bin:/bin"
        return ToolchainEffects(
            searchPath: path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") },
            isExecutable: isProgram,
            exists: FileSystem.exists,
            realPath: FileSystem.realPath,
            environment: { environment[$0] },
            output: output,
            digest: digest)
    }

    /// Returns whether a path is an executable file; folders are executable too.
    private static func isProgram(_ path: String) -> Bool {
        FileSystem.kind(path) == .file && FileSystem.isExecutable(path)
    }
}
