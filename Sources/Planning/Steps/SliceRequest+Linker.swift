import Basics
import Targets
import Toolchains

/// What the compiler of a slice finds as `tools/linker/ld`: a script that calls the linker by its own path, for lld
/// decides by the name under which it is called whose linker it is.
///
/// On Apple's platforms probe-ld answers configure's questions before the real linker makes libraries: `ld` is then a
/// link to the script of the one or of the other.
struct SliceLinker: Hashable {
    /// Links while configure asks its questions.
    let questions: Program
    /// Links once libraries are made.
    let libraries: Program

    enum Program: Hashable {
        /// xbuild's own, which actions carry with them.
        case probe
        /// A program of the machine, by its path.
        case tool(String)
    }

    /// The names of the scripts to which `ld` links.
    static let questionsName: RelativePath = "questions"
    static let librariesName: RelativePath = "libraries"

    /// Whether one takes the other's place.
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
    /// Nil where the compiler finds its own linker: no word of the toolchain names ours.
    var linker: SliceLinker? {
        guard (toolchain.driver + toolchain.ldflags).contains(where: \.namesLinker) else { return nil }
        let real = toolchain.link == .probe ? nil : toolchain.tools[.ld].map { SliceLinker.Program.tool($0.path) }
        let libraries = real ?? .probe
        return SliceLinker(questions: toolchain.target.platform.isApple ? .probe : libraries, libraries: libraries)
    }
}

extension Argument {
    fileprivate var namesLinker: Bool {
        pieces.contains { piece in
            switch piece {
            case .text: false
            case .path(let path):
                path == ResolvedToolchain.linkerFolder || path.relative(to: ResolvedToolchain.linkerFolder) != nil
            }
        }
    }
}
