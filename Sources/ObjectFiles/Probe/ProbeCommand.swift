/// `probe-ld`: a linker that determines whether a program would link, for Apple's platforms.
///
/// The linker accepts the arguments that clang passes to ld64.lld, reads objects, archives and .tbd files, resolves
/// symbols, and reports missing symbols in lld's words. On success it writes a file that looks like an executable but
/// contains no code. It runs configure's link tests: for processors that lld does not support, and for all others
/// because it is faster.
public struct ProbeCommand: Sendable {
    /// The output of `-v` and `--version`: Meson searches for `LLD` in the first line, and for a number.
    public static let version = "probe-ld (xbuild), for ld64.lld; compatible with LLD 19.0.0\n"

    /// Runs the linker with these arguments, without the program's name. Messages begin with `tool`.
    public static func run(_ arguments: [String], tool: String = "ld64.lld") -> ToolOutcome {
        do throws(ProbeError) {
            let options = try ProbeOptions(arguments)
            if options.isOnlyVersion { return ToolOutcome(output: version) }
            guard let architecture = options.architecture else { throw .noArchitecture }
            return try link(options, architecture, tool)
        } catch {
            return ToolOutcome(errors: "\(tool): error: \(error)\n", status: 1)
        }
    }

    private static func link(
        _ options: ProbeOptions, _ architecture: MachOArchitecture, _ tool: String
    ) throws(ProbeError) -> ToolOutcome {
        var linker = ProbeLinker(options, architecture)
        linker.link()
        let verdict = ProbeVerdict(linker)
        var outcome = ToolOutcome(output: options.isVersion ? version : "")
        outcome.errors = verdict.text(tool, isQuiet: options.isQuiet)
        outcome.status = verdict.isGood ? 0 : 1
        if verdict.isGood {
            let output = ProbeOutput(
                options: options, architecture: architecture, names: linker.symbols.definedNames)
            let pieces = [.bytes(output.bytes())] + linker.contents.map(OutputPiece.view)
            try ProbeError.reading { () throws(ObjectFileError) in
                try System.write(pieces, to: options.output, mode: 0o755)
            }
        }
        return outcome
    }
}
