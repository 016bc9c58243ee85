import Basics
import Machine

/// Establishes the identity of a compiler: the file that compiles, not a wrapper of it, and every file that it reads.
///
/// What a compiler says about itself is no identity: an honest wrapper passes `--version` on.
struct CompilerExamination {
    let effects: ToolchainEffects
    let toolchain: String
    /// The tool's role in the toolchain; nil for a program that a recipe names.
    let role: ToolRole?
    let tool: ResolvedToolchain.Tool

    /// Returns the parts of a compiler; throws `wrapper` when the tool calls another program, and `unidentified` when it
    /// is no known compiler. The answer is remembered for each state of the file.
    func parts() async throws(ToolchainError) -> CompilerParts {
        guard effects.form(tool.realPath) == .elf else { throw await wrapper(of: commands()) }
        let (subject, stamp) = ("compiler \(tool.path)", effects.textDigest("parts 1\n\(tool.digest)"))
        if let known = effects.memory.recall(subject, stamp).flatMap(CompilerParts.init(words:)) {
            return withConfigurations(known)
        }
        let commands = await commands()
        let parts: CompilerParts
        if commands.frontEnd != nil {
            parts = try clang(commands)
        } else if let driver = commands.driver {
            guard effects.realPath(driver) == tool.realPath else { throw wrapper(of: commands) }
            parts = try await gcc()
        } else {
            throw .unidentified(role, path: tool.path)
        }
        effects.memory.remember(subject, stamp, parts.words)
        return withConfigurations(parts)
    }

    /// Adds the configuration files beside clang, which exist or not independently of the compiler's own file.
    private func withConfigurations(_ parts: CompilerParts) -> CompilerParts {
        guard parts.kind == .clang, let folder = Resolution.folder(of: tool.realPath) else { return parts }
        var parts = parts
        parts.files += effects.names(folder).filter { $0.hasSuffix(".cfg") }.map { "\(folder)/\($0)" }
        parts.files = parts.files.uniqued()
        return parts
    }

    private func clang(_ commands: CompilerCommands) throws(ToolchainError) -> CompilerParts {
        guard let program = commands.frontEnd?.first, effects.realPath(program) == tool.realPath else {
            throw wrapper(of: commands)
        }
        let headers = commands.resourceFolder.map { "\($0)/include" }
        return CompilerParts(
            kind: .clang, files: commands.configurations,
            headers: [headers].compactMap(\.self).filter(effects.exists))
    }

    private func gcc() async throws(ToolchainError) -> CompilerParts {
        guard let compiler = await ask("-print-prog-name=cc1"), compiler.contains("/gcc/"),
            effects.form(compiler) == .elf
        else { throw .unidentified(role, path: tool.path) }
        var parts = CompilerParts(kind: .gcc, files: [compiler])
        for name in ["-print-prog-name=cc1plus", "-print-file-name=specs"] {
            if let path = await ask(name) { parts.files.append(path) }
        }
        // gcc without an assembler of its own runs the one on `PATH`, which in actions is that of the machine.
        let assembler = await ask("-print-prog-name=as") ?? effects.realPath("/usr/bin/as")
        if let assembler { parts.files.append(assembler) }
        for name in ["include", "include-fixed"] {
            if let path = await ask("-print-file-name=\(name)") { parts.headers.append(path) }
        }
        return parts
    }

    /// Returns the path that gcc prints, without links; nil if it prints a name alone, because it has no such file.
    private func ask(_ flag: String) async -> String? {
        guard let text = await effects.run([tool.path, flag], environment)?.output else { return nil }
        let path = String(text.prefix { !$0.isNewline })
        return path.hasPrefix("/") ? effects.realPath(path) : nil
    }

    private func commands() async -> CompilerCommands {
        let arguments = [tool.path, "-###", "-c", "-x", "c", "/dev/null", "-o", "/dev/null"]
        return CompilerCommands(await effects.run(arguments, environment)?.errors ?? "")
    }

    /// Only these variables: `CCC_OVERRIDE_OPTIONS`, `CPATH` and others change what compilers do. A wrapper needs
    /// `PATH` to find the compiler.
    private var environment: [String: String] {
        ["PATH": effects.searchPath.joined(separator: ":"), "LC_ALL": "C", "CCACHE_DISABLE": "1"]
    }

    /// The error that names the compiler behind the tool: by the tool's own name beside it if that is a link to it,
    /// because clang compiles C++ as `clang++`.
    private func wrapper(of commands: CompilerCommands) -> ToolchainError {
        let program = (commands.frontEnd?.first ?? commands.driver).flatMap(effects.realPath)
        guard let program, program != tool.realPath, let folder = Resolution.folder(of: program) else {
            return .wrapper(role, path: tool.path, of: nil, toolchain: toolchain)
        }
        let link = "\(folder)/\(Resolution.name(of: tool.path))"
        let isLink = effects.isExecutable(link) && effects.realPath(link) == program
        return .wrapper(role, path: tool.path, of: isLink ? link : program, toolchain: toolchain)
    }
}
