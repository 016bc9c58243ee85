import Basics
import Recipes
import Targets
import Toolchains

/// What the variables of a recipe's words stand for in the build of one slice.
struct BuildValues {
    let package: PackageRequest
    let slice: SliceRequest
    let flags: SliceTools.Flags
    let dependencies: SliceDependencies

    /// A word of the recipe as a word of a command line. Throws when it names what this build does not have.
    func argument(_ word: ResolvedWord) throws(PlanningError) -> Argument {
        var pieces: [Argument.Piece] = []
        for piece in word.pieces {
            switch piece {
            case .text(let text): pieces.append(.text(text))
            case .variable(let variable):
                guard let value = self[variable] else { throw .noValue(package.recipe.name, variable) }
                pieces += value.pieces
            }
        }
        return Argument(pieces)
    }

    func arguments(_ words: [ResolvedWord]) throws(PlanningError) -> [Argument] {
        var result: [Argument] = []
        for word in words { result.append(try argument(word)) }
        return result
    }

    /// Nil for what this build does not have.
    subscript(variable: BuildVariable) -> Argument? {
        let toolchain = slice.toolchain
        return switch variable {
        case .cc: .joined(toolchain.compiler())
        case .cxx: tool(.cxx).map { .joined([$0] + toolchain.driver) }
        case .ar: tool(.ar)
        case .ranlib: tool(.ranlib)
        case .nm: tool(.nm)
        case .strip: tool(.strip)
        case .ld: tool(.ld)
        case .cflags: .joined(flags.compiler)
        case .cxxflags: .joined(flags.cxx)
        case .cppflags: .joined(flags.preprocessor)
        case .ldflags: .joined(flags.linker)
        case .prefix: Argument(stringLiteral: SliceScript.installPrefix)
        case .destdir: Argument("", SliceScript.stage)
        case .source: Argument("", "source")
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
        case .dependencies: dependencies.needs.isEmpty ? nil : Argument("", SliceDependencies.folder)
        case .files, .sysroot, .jobs: nil
        }
    }

    private func tool(_ role: ToolRole) -> Argument? {
        slice.toolchain.tools[role].map { Argument(stringLiteral: $0.path) }
    }
}
