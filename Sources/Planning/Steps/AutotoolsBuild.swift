import Basics
import Recipes
import Targets
import Toolchains

/// Turns a slice's settings into the words of an `AutotoolsScript`.
struct AutotoolsBuild {
    let package: PackageRequest
    let slice: SliceRequest
    /// Words for the compiler, the preprocessor and the linker.
    let flags: Flags

    struct Flags: Hashable {
        var compiler: [Argument]
        var preprocessor: [Argument]
        var linker: [Argument]
    }

    static let probeLinker: RelativePath = "tools/probe-ld"
    /// lld looks at the name under which it is called to know whose linker it is.
    static let linkerLink: RelativePath = "tools/ld64.lld"

    private var toolchain: ResolvedToolchain { slice.toolchain }
    private var settings: ResolvedRecipe { slice.settings }

    init(package: PackageRequest, slice: SliceRequest) throws(PlanningError) {
        self.package = package
        self.slice = slice
        flags = Self.flags(slice)
        try check(settings.cflags, "CFLAGS")
        try check(settings.ldflags, "LDFLAGS")
        try check(settings.defines.map(\.argument), "CPPFLAGS")
    }

    var script: ShellScript {
        let autotools = autotools
        return AutotoolsScript(
            summary: ["\(package.title) for \(slice.name): configure, make, install."],
            environment: environment, configureArguments: configureArguments, variables: variables,
            make: tool(.make, "make"), makeArguments: autotools.make.map(Argument.init(stringLiteral:)),
            installArguments: autotools.install.map(Argument.init(stringLiteral:)), linkers: linkers,
            prefixes: slice.targets.map { ($0.architecture.rawValue, slice.prefix($0)) },
            archiver: tool(.ar, "ar")
        ).script
    }

    /// `--host=` and `--build=` are always given: configure is not to guess whether what it builds can run here.
    var configureArguments: [Argument] {
        ["--host=\(toolchain.hostTriple)", "--build=\(toolchain.buildTriple)"]
            + settings.configure.map(Argument.init(stringLiteral:))
    }

    private func tool(_ role: ToolRole, _ name: String) -> Argument {
        Argument(stringLiteral: toolchain.tools[role]?.path ?? name)
    }

    private var autotools: Autotools {
        switch settings.build {
        case .autotools(let autotools): autotools
        }
    }

    private var environment: [(name: String, value: Argument)] {
        let path = ([Argument("", ResolvedToolchain.toolsPath)] + words(ActionEnvironment.path(toolchain.searchPath)))
        var variables = ActionEnvironment.variables(searchPath: []).mapValues(Argument.init(stringLiteral:))
        variables["PATH"] = .joined(path, separator: ":")
        // pkg-config finds what was declared as a dependency, never the machine's own libraries.
        variables["PKG_CONFIG_LIBDIR"] = Argument("", "dependencies/pkgconfig")
        // configure would look for a shell with more features than it needs, and end with a slower one.
        variables["CONFIG_SHELL"] = tool(.shell, "/bin/sh")
        variables.merge(toolchain.variables) { $1 }
        variables.merge(settings.variables.mapValues(Argument.init(stringLiteral:))) { $1 }
        return variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var variables: [(name: String, value: Argument)] {
        let tools: [(String, ToolRole)] = [("AR", .ar), ("RANLIB", .ranlib), ("NM", .nm), ("STRIP", .strip)]
        var result: [(String, Argument)] = [("CC", .joined(toolchain.compiler()))]
        if let compiler = toolchain.tools[.cxx] {
            result.append(("CXX", .joined([Argument(stringLiteral: compiler.path)] + toolchain.driver)))
        }
        for (name, role) in tools {
            if let tool = toolchain.tools[role] { result.append((name, Argument(stringLiteral: tool.path))) }
        }
        result.append(("CFLAGS", .joined(flags.compiler)))
        if !flags.preprocessor.isEmpty { result.append(("CPPFLAGS", .joined(flags.preprocessor))) }
        result.append(("LDFLAGS", .joined(flags.linker)))
        return result
    }

    private var linkers: AutotoolsScript.Linkers? {
        guard slice.usesProbeLinker else { return nil }
        let probe = Argument("", Self.probeLinker)
        let linker = slice.exchangesLinker ? toolchain.tools[.ld].map { Argument(stringLiteral: $0.path) } : nil
        return AutotoolsScript.Linkers(link: Self.linkerLink, configuring: probe, making: linker ?? probe)
    }

    private static func flags(_ slice: SliceRequest) -> Flags {
        let (toolchain, settings) = (slice.toolchain, slice.settings)
        let maps = toolchain.prefixMapFlags.flatMap { flag in
            mappedFolders.map { Argument([.text(flag), .path($0), .text("=\($0)")]) }
        }
        let bitcode: [Argument] =
            switch settings.bitcode {
            case .off: []
            case .marker: BitcodeMarker.flags
            case .full: ["-fembed-bitcode"]
            }
        return Flags(
            compiler: toolchain.cflags + bitcode + maps + settings.cflags.map(Argument.init(stringLiteral:)),
            preprocessor: settings.defines.map { Argument(stringLiteral: $0.argument) },
            linker: toolchain.ldflags.map { exchanged($0, slice) } + settings.ldflags.map(Argument.init(stringLiteral:))
        )
    }

    /// Folders that would otherwise get into objects by their absolute names.
    private static let mappedFolders: [RelativePath] = ["build", "source", "sysroot"]

    /// The word with the linker's own path, or probe-ld's, replaced by the link that stands for one after the other.
    private static func exchanged(_ word: Argument, _ slice: SliceRequest) -> Argument {
        guard slice.usesProbeLinker else { return word }
        let linker = slice.toolchain.tools[.ld]?.path
        return Argument(
            word.pieces.flatMap { piece -> [Argument.Piece] in
                if piece == .path(probeLinker) { return [.path(linkerLink)] }
                guard let linker, SliceRequest.names(piece, linker), case .text(let text) = piece else {
                    return [piece]
                }
                return [.text(String(text.dropLast(linker.count))), .path(linkerLink)]
            })
    }

    private func words(_ texts: [String]) -> [Argument] { texts.map(Argument.init(stringLiteral:)) }

    /// configure and make keep flags in one string that is split at spaces and expanded by make and the shell.
    private func check(_ words: [String], _ variable: String) throws(PlanningError) {
        let unsafe = Set(" \"'$`\\;|&<>()*?[]#~!{}".utf8)
        for word in words where word.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || unsafe.contains($0) }) {
            throw .unsafeFlag(package.recipe.name, variable: variable, word: word)
        }
    }
}
