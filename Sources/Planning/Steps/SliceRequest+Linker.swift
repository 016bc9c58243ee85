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
        guard isExchanged else { return [ResolvedToolchain.linkerPath: libraries.script] }
        let folder = ResolvedToolchain.linkerFolder
        return [
            folder.appending(Self.questionsName): questions.script,
            folder.appending(Self.librariesName): libraries.script,
        ]
    }
}

extension SliceLinker.Program {
    fileprivate var script: String {
        let program =
            switch self {
            case .probe: "\"${0%/*}/../probe-ld\""
            case .tool(let path): ShellScript.quoted(Argument(stringLiteral: path))
            }
        return "#!/bin/sh\nexec \(program) \"$@\"\n"
    }
}

extension SliceRequest {
    /// The texts of scripts that call the toolchain's archive tools, by their paths in the input root. They are first in
    /// `PATH` under the names that makefiles and configure scripts call without asking for `$AR`.
    var plainTools: [RelativePath: String] {
        let tools: [(RelativePath, ToolRole)] = [
            ("ar", .ar), ("nm", .nm), ("objdump", .objdump), ("ranlib", .ranlib), ("strip", .strip),
        ]
        let found = tools.compactMap { name, role in
            toolchain.tools[role].map {
                (ResolvedToolchain.toolsPath.appending(name), SliceLinker.Program.tool($0.path).script)
            }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }
}

extension SliceLinker {
    /// Nil if no argument of the toolchain names the script: the compiler then finds a linker itself.
    init?(_ toolchain: ResolvedToolchain) {
        guard (toolchain.driver + toolchain.ldflags).contains(where: \.namesLinker) else { return nil }
        let real = toolchain.link == .probe ? nil : toolchain.tools[.ld].map { Program.tool($0.path) }
        libraries = real ?? .probe
        questions = toolchain.target.platform.isApple ? .probe : libraries
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
