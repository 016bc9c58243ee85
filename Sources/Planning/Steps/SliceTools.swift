import Basics
import Recipes
import Targets
import Toolchains

/// What every build system is given for a slice: the tools, the words for them, and the environment.
///
/// Knows nothing of the order in which a build system uses them.
struct SliceTools {
    let package: PackageRequest
    let slice: SliceRequest
    let dependencies: SliceDependencies
    /// Words for the compiler, the preprocessor and the linker.
    let flags: Flags
    /// What the variables of the recipe's words stand for.
    let values: BuildValues
    /// The recipe's arguments of `configure`.
    let configure: [Argument]
    /// The recipe's own environment variables.
    private let ownVariables: [String: Argument]

    struct Flags: Hashable {
        var compiler: [Argument] = []
        /// The compiler's, as C++ wants them.
        var cxx: [Argument] = []
        var preprocessor: [Argument] = []
        var linker: [Argument] = []
    }

    private var toolchain: ResolvedToolchain { slice.toolchain }

    init(package: PackageRequest, slice: SliceRequest, dependencies: SliceDependencies) {
        self.package = package
        self.slice = slice
        self.dependencies = dependencies
        flags = Flags(package, slice, dependencies)
        values = BuildValues(package: package, slice: slice, flags: flags, dependencies: dependencies)
        configure = values.arguments(slice.settings.configure)
        ownVariables = slice.settings.variables.mapValues(values.argument)
    }

    /// Where a tool is, or its plain name where the toolchain has none.
    func tool(_ role: ToolRole, _ name: String) -> Argument {
        Argument(stringLiteral: toolchain.tools[role]?.path ?? name)
    }

    /// The environment of the whole script, in the order of its names.
    var environment: [(name: String, value: Argument)] {
        let path = [Argument("", ResolvedToolchain.toolsPath)] + ActionEnvironment.path(toolchain.searchPath).words
        var variables = ActionEnvironment.variables(searchPath: []).mapValues(Argument.init(stringLiteral:))
        variables["PATH"] = .joined(path, separator: ":")
        // pkg-config finds what was declared as a dependency, never the machine's own libraries.
        variables["PKG_CONFIG_LIBDIR"] = dependencies.pkgConfigPath
        // configure would look for a shell with more features than it needs, and end with a slower one.
        variables["CONFIG_SHELL"] = tool(.shell, "/bin/sh")
        // What a cross build compiles for itself would else be left to whatever `cc` the machine has.
        variables["CC_FOR_BUILD"] = values[.ccForBuild]
        variables.merge(toolchain.variables) { $1 }
        variables.merge(ownVariables) { $1 }
        return variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The C++ compiler with what it must know of the target; nil where the toolchain has none.
    var cxx: [Argument]? {
        toolchain.tools[.cxx].map { [Argument(stringLiteral: $0.path)] + toolchain.driver }
    }

    /// `CC`, `CFLAGS`, …: the tools and their words under the names that make and scripts know.
    var variables: [(name: String, value: Argument)] {
        let tools: [(String, ToolRole)] = [("AR", .ar), ("RANLIB", .ranlib), ("NM", .nm), ("STRIP", .strip)]
        var result: [(String, Argument)] = [("CC", .joined(toolchain.compiler()))]
        if let cxx { result.append(("CXX", .joined(cxx))) }
        for (name, role) in tools {
            if let tool = toolchain.tools[role] { result.append((name, Argument(stringLiteral: tool.path))) }
        }
        result.append(("CFLAGS", .joined(flags.compiler)))
        if !flags.preprocessor.isEmpty { result.append(("CPPFLAGS", .joined(flags.preprocessor))) }
        result.append(("LDFLAGS", .joined(flags.linker)))
        return result
    }
}

extension SliceTools.Flags {
    /// Folders that would otherwise get into objects by their absolute names.
    private static let mappedFolders: [RelativePath] = ["build", "source", "sysroot"]

    init(_ package: PackageRequest, _ slice: SliceRequest, _ dependencies: SliceDependencies) {
        let (toolchain, settings) = (slice.toolchain, slice.settings)
        // Words of flags name no flags.
        let values = BuildValues(package: package, slice: slice, flags: Self(), dependencies: dependencies)
        let usesFiles = settings.cflags.contains { $0.variables.contains(.files) }
        let folders =
            Self.mappedFolders + (dependencies.needs.isEmpty ? [] : [SliceDependencies.folder])
            + (usesFiles ? [BuildValues.files] : [])
        let maps = toolchain.prefixMapFlags.flatMap { flag in
            folders.map { Argument([.text(flag), .path($0), .text("=\($0)")]) }
        }
        let bitcode: [Argument] =
            switch settings.bitcode {
            case .off: []
            case .marker: BitcodeMarker.flags
            case .full: ["-fembed-bitcode"]
            }
        let own = bitcode + maps + values.arguments(settings.cflags)
        compiler = toolchain.cflags + own
        cxx = toolchain.cxxflags + own
        preprocessor = dependencies.preprocessorFlags + settings.defines.map(\.argument).words
        linker = toolchain.ldflags + dependencies.linkerFlags + values.arguments(settings.ldflags)
    }
}

extension [String] {
    /// Each as a literal word.
    var words: [Argument] { map(Argument.init(stringLiteral:)) }
}
