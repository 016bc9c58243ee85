import Basics
import Recipes
import Targets
import Toolchains

/// The values of the `${…}` variables of a recipe, for the build of one slice.
struct BuildValues {
    let package: PackageRequest
    let slice: SliceRequest
    let flags: SliceTools.Flags
    let dependencies: SliceDependencies

    /// Converts a word of the recipe to an argument. Every variable has a value: `SliceCheck` has refused words with
    /// other variables.
    func argument(_ word: ResolvedWord) -> Argument {
        Argument(
            word.pieces.flatMap { piece -> [Argument.Piece] in
                switch piece {
                case .text(let text): [.text(text)]
                case .variable(let variable): self[variable]?.pieces ?? []
                }
            })
    }

    func arguments(_ words: [ResolvedWord]) -> [Argument] { words.map(argument) }

    /// Converts words of the recipe to words of a script, which may also contain the number of jobs.
    func words(_ words: [ResolvedWord]) -> [ShellWord] {
        words.map { word in
            ShellWord(
                word.pieces.flatMap { piece -> [ShellWord.Piece] in
                    switch piece {
                    case .variable(.jobs): [.jobs]
                    case .text, .variable: ShellWord(argument(ResolvedWord([piece]))).pieces
                    }
                })
        }
    }

    /// Returns a variable's value; nil if this build has none.
    subscript(variable: BuildVariable) -> Argument? {
        let toolchain = slice.toolchain
        return switch variable {
        case .cc: .joined(toolchain.compiler())
        case .cxx: tool(.cxx).map { .joined([$0] + toolchain.driver) }
        case .ar: tool(.ar)
        case .ranlib: tool(.ranlib)
        case .nm: tool(.nm)
        case .strip: tool(.strip)
        case .ld: slice.linker == nil ? tool(.ld) : Argument("", ResolvedToolchain.linkerPath)
        case .cflags: .joined(flags.compiler)
        case .cxxflags: .joined(flags.cxx)
        case .cppflags: .joined(flags.preprocessor)
        case .ldflags: .joined(flags.linker)
        case .prefix: Argument(stringLiteral: SliceScript.installPrefix)
        case .destdir: Argument("", SliceScript.stage)
        case .source: Argument("", SliceScript.source)
        case .build: Argument("", "build")
        case .target: Argument(stringLiteral: toolchain.target.name)
        case .triple: Argument(stringLiteral: toolchain.triple)
        case .arch: Argument(stringLiteral: toolchain.target.architectureWord)
        case .platform: Argument(stringLiteral: toolchain.target.platform.rawValue)
        case .environment: Argument(stringLiteral: toolchain.target.environment.rawValue)
        case .minVersion: Argument(stringLiteral: toolchain.minimum?.description ?? "")
        case .host: Argument(stringLiteral: toolchain.hostTriple)
        case .buildTriple: Argument(stringLiteral: toolchain.buildTriple)
        case .version: Argument(stringLiteral: package.version.string)
        case .files: Argument("", Self.files)
        case .dependencies: dependencies.needs.isEmpty ? nil : Argument("", SliceDependencies.folder)
        case .sysroot: toolchain.sysroot.argument ?? ""
        case .ccForBuild: BuildCompiler(slice).map { .joined($0.words) }
        case .jobs: nil
        }
    }

    /// The folder of the files that are beside the recipe.
    static let files: RelativePath = "files"

    private func tool(_ role: ToolRole) -> Argument? {
        slice.toolchain.tools[role].map { Argument(stringLiteral: $0.path) }
    }
}
