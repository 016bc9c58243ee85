import Basics
public import Machine

extension ToolchainEffects {
    /// Returns the effects of this machine. The caller passes the functions that run programs (`output`, `run`), compute
    /// digests (`digests`) and remember examinations of tools (`memory`).
    public static func live(
        environment: [String: String], output: @escaping @Sendable ([String]) async -> String?,
        run: @escaping @Sendable ([String], [String: String]) async -> ProcessResult?, digests: ToolDigests,
        memory: ToolMemory
    ) -> ToolchainEffects {
        ToolchainEffects(
            searchPath: (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
                .filter { $0.hasPrefix("/") },
            isExecutable: isProgram,
            exists: FileSystem.exists,
            realPath: FileSystem.realPath,
            environment: { environment[$0] },
            output: output,
            digest: digests.file,
            folderDigest: digests.folder,
            names: { (try? FileSystem.repairedNames(in: $0)) ?? [] },
            form: ProgramForm.init(ofFile:),
            run: run,
            textDigest: digests.text,
            memory: memory)
    }

    /// Returns whether a path is an executable file. The kind is checked too, because folders have the permission to
    /// execute as well.
    private static func isProgram(_ path: String) -> Bool {
        FileSystem.kind(path) == .file && FileSystem.isExecutable(path)
    }
}

/// The functions that compute digests; nil for what cannot be read.
public struct ToolDigests: Sendable {
    var file: @Sendable (_ path: String) async -> Digest?
    var folder: @Sendable (_ path: String) async -> Digest?
    var text: @Sendable (_ text: String) -> Digest

    public init(
        file: @escaping @Sendable (_ path: String) async -> Digest?,
        folder: @escaping @Sendable (_ path: String) async -> Digest?,
        text: @escaping @Sendable (_ text: String) -> Digest
    ) {
        (self.file, self.folder, self.text) = (file, folder, text)
    }
}
