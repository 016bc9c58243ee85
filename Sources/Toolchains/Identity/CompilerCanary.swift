import Basics
import Machine

/// Compiles a small source to see two things: that a compiler needs no other files than the known ones, and how it
/// computes with the functions of the machine's libm, which fold constants.
struct CompilerCanary {
    let effects: ToolchainEffects
    let tool: ResolvedToolchain.Tool
    /// The files and folders that the compiler reads, and the paths by which the loader finds its libraries.
    let files: [String]
    let folders: [String]

    /// Returns the digest of the assembly. It is computed again only when one of the files changed.
    ///
    /// - Throws: `unreadable`; `notClosed` when the result differs where only these files exist. This comparison is
    ///   left out without bubblewrap.
    func digest() async throws(ToolchainError) -> Digest {
        var words = ["canary 1", sandbox == nil ? "open" : "closed"]
        for path in files + [tool.realPath] { words += [path, try await effects.known(path)] }
        for path in folders { words += [path, try await effects.known(path, isFolder: true)] }
        let (subject, stamp) = ("canary \(tool.realPath)", effects.textDigest(words.joined(separator: "\n")))
        if let known = effects.memory.recall(subject, stamp)?.first.flatMap(Digest.init) { return known }
        let assembly = try await compile()
        let digest = effects.textDigest(assembly)
        effects.memory.remember(subject, stamp, [digest.description])
        return digest
    }

    private func compile() async throws(ToolchainError) -> String {
        let flags = ["-O2", "-S", "-x", "c", "-", "-o", "-"]
        let open = await run([tool.path] + flags)
        guard let open, open.status == 0 else { throw notClosed("compiles nothing", open) }
        guard let sandbox, let closed = await run(sandbox + ["--", tool.realPath] + flags) else { return open.output }
        // Some containers permit no sandbox; bubblewrap then says so.
        if closed.status != 0, closed.errors.hasPrefix("bwrap: ") { return open.output }
        guard closed.status == 0 else { throw notClosed("needs other files than its own", closed) }
        guard closed.output == open.output else { throw notClosed("compiles differently without other files", nil) }
        return open.output
    }

    private func notClosed(_ fault: String, _ output: ProcessResult?) -> ToolchainError {
        let line = output?.errors.split(whereSeparator: \.isNewline).first.map(String.init)
        return .notClosed(path: tool.path, fault: fault, said: line)
    }

    /// Runs a command whose standard input is the source. A shell writes it, so that no file is needed.
    private func run(_ command: [String]) async -> ProcessResult? {
        await effects.run(
            ["/bin/sh", "-c", #"printf %s "$SOURCE" | "$@""#, "sh"] + command,
            ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "SOURCE": Self.source])
    }

    /// bubblewrap with the compiler's files, at their own paths; nil without bubblewrap.
    private var sandbox: [String]? {
        guard let program = ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].first(where: effects.isExecutable) else {
            return nil
        }
        let paths = [tool.realPath] + files + folders
        return [program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--clearenv"]
            + ["--ro-bind-try", LoadedLibraries.cache, LoadedLibraries.cache]
            + paths.uniqued().flatMap { ["--ro-bind", $0, $0] }
            + ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/", "--setenv", "LC_ALL", "C"]
    }

    /// Constants that the compiler folds with `pow`, `sin` and `exp`, a header of its own, and a loop for the optimizer.
    static let source = """
        #include <stddef.h>
        double folded(void) { return __builtin_pow(1.1, 3.3) + __builtin_sin(0.7) + __builtin_exp(0.3); }
        int sum(const int *numbers, size_t count) {
            int sum = 0;
            for (size_t i = 0; i < count; i++) sum += numbers[i] * (int)i;
            return sum;
        }

        """
}
