import Basics
import Targets
import Toolchains

/// The linker of a slice's compiler, `tools/linker/ld`: a script that calls the linker by its own path, because lld
/// selects its flavor by the name of the program.
///
/// On Apple's platforms, probe-ld links the programs of configure's tests, and the real linker links libraries. `ld` is
/// then a symbolic link to the script of one of these two linkers.
struct SliceLinker: Hashable {
    /// The linker during configure's tests.
    let questions: Program
    /// The linker while libraries are made.
    let libraries: Program
    /// Whether the scripts leave out the folders of the machine's libraries: their linker scripts name other versions of
    /// the C library than a sysroot that xbuild makes, so that no program would link.
    let ignoresMachine: Bool

    enum Program: Hashable {
        /// xbuild's own program, an input of the action.
        case probe
        /// A program of the machine, by its path.
        case tool(String)
    }

    /// The names of the scripts to which `ld` can point.
    static let questionsName: RelativePath = "questions"
    static let librariesName: RelativePath = "libraries"

    /// Whether the linker during configure's tests differs from the one that links libraries.
    var isExchanged: Bool { questions != libraries }

    /// The texts of the scripts, by their paths in the input root.
    var scripts: [RelativePath: String] {
        guard isExchanged else { return [ResolvedToolchain.linkerPath: script(of: libraries)] }
        let folder = ResolvedToolchain.linkerFolder
        return [
            folder.appending(Self.questionsName): script(of: questions),
            folder.appending(Self.librariesName): script(of: libraries),
        ]
    }

    private func script(of program: Program) -> String {
        program.script(after: ignoresMachine ? Self.leaveOutMachine : "")
    }

    private static let leaveOutMachine = """
        case " $* " in
        *" -L/usr/lib"* | *" -L/usr/local/lib"* | *" -L/lib"*)
            for word; do
                shift
                case $word in
                -L/usr/lib* | -L/usr/local/lib* | -L/lib*) ;;
                *) set -- "$@" "$word" ;;
                esac
            done
            ;;
        esac

        """
}

extension SliceLinker.Program {
    /// Returns a script that calls the program.
    fileprivate func script(after lines: String = "") -> String {
        let program =
            switch self {
            case .probe: "\"${0%/*}/../probe-ld\""
            case .tool(let path): ShellScript.quoted(Argument(stringLiteral: path))
            }
        return "#!/bin/sh\n\(lines)exec \(program) \"$@\"\n"
    }
}

extension ResolvedToolchain {
    /// The texts of scripts that call the archive tools and `commands`, by their paths in the input root. They are first in
    /// `PATH` under the names that makefiles and configure scripts call without asking for `$AR`.
    var plainTools: [RelativePath: String] {
        let tools: [(String, ToolRole)] = [
            ("ar", .ar), ("nm", .nm), ("objdump", .objdump), ("ranlib", .ranlib), ("strip", .strip),
        ]
        let archiving = tools.compactMap { name, role in self.tools[role].map { (name, $0.path) } }
        return Self.scripts(commands.merging(archiving) { $1 })
    }

    /// The texts of scripts that call `commands`, by their paths in the input root.
    var commandScripts: [RelativePath: String] { Self.scripts(commands) }

    private static func scripts(_ programs: [String: String]) -> [RelativePath: String] {
        programs.reduce(into: [:]) { scripts, program in
            guard let name = RelativePath(program.key) else { return }
            scripts[toolsPath.appending(name)] = SliceLinker.Program.tool(program.value).script()
        }
    }
}

extension SliceLinker {
    /// Nil if no argument of the toolchain names the script: the compiler then finds a linker itself.
    init?(_ toolchain: ResolvedToolchain) {
        guard (toolchain.driver + toolchain.ldflags).contains(where: \.namesLinker) else { return nil }
        let real = toolchain.link == .probe ? nil : toolchain.tools[.ld].map { Program.tool($0.path) }
        libraries = real ?? .probe
        questions = toolchain.target.platform.isApple ? .probe : libraries
        ignoresMachine =
            switch toolchain.sysroot {
            case .stub, .glibc: true
            case .absent, .system, .folder: false
            }
    }
}

extension SliceRequest {
    /// Nil if the compiler finds a linker itself.
    var linker: SliceLinker? { SliceLinker(toolchain) }
}

extension Argument {
    fileprivate var namesLinker: Bool {
        pieces.contains { piece in
            guard case .path(let path) = piece else { return false }
            return path == ResolvedToolchain.linkerFolder || path.relative(to: ResolvedToolchain.linkerFolder) != nil
        }
    }
}
