import Basics
import Machine

extension ToolchainEffects {
    /// Returns the effects of this machine. The caller passes the functions that run programs (`output`) and compute
    /// digests (`digest`).
    public static func live(
        environment: [String: String], output: @escaping @Sendable ([String]) async -> String?,
        digest: @escaping @Sendable (String) async -> Digest?
    ) -> ToolchainEffects {
        return ToolchainEffects(
            searchPath: (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
                .filter { $0.hasPrefix("/") },
            isExecutable: isProgram,
            exists: FileSystem.exists,
            realPath: FileSystem.realPath,
            environment: { environment[$0] },
            output: output,
            digest: digest)
    }

    /// Returns whether a path is an executable file. The kind is checked too, because folders have the permission to
    /// execute as well.
    private static func isProgram(_ path: String) -> Bool {
        FileSystem.kind(path) == .file && FileSystem.isExecutable(path)
    }
}
