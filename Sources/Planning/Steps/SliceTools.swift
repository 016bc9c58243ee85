import Basics
import Recipes
import Targets
import Toolchains

/// The inputs of every build system for a slice: the tools, their arguments, and the environment.
///
/// Each build system decides in which order it uses them.
struct SliceTools {
    let package: PackageRequest
    let slice: SliceRequest
    let dependencies: SliceDependencies
    /// Arguments for the compiler, the preprocessor and the linker.
    let flags: Flags
    /// The values of the variables in the recipe's words.
    let values: BuildValues
    /// The recipe's arguments of `configure`.
    let configure: [Argument]
    /// The recipe's own environment variables.
    private let ownVariables: [String: Argument]

    struct Flags: Hashable {
        var compiler: [Argument] = []
        /// The compiler's flags for C++.
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

    /// Returns the path of a tool, or its plain name if the toolchain has none.
    func tool(_ role: ToolRole, _ name: String) -> Argument {
        Argument(stringLiteral: toolchain.tools[role]?.path ?? name)
    }

    /// The environment of the whole script, sorted by name.
    var environment: [(name: String, value: Argument)] {
        let path = [Argument("", ResolvedToolchain.toolsPath), Argument(stringLiteral: ActionEnvironment.path)]
        var variables = ActionEnvironment.variables.mapValues(Argument.init(stringLiteral:))
        variables["PATH"] = .joined(path, separator: ":")
        // pkg-config must find the declared dependencies, but no libraries of this machine.
        variables["PKG_CONFIG_LIBDIR"] = dependencies.pkgConfigPath
        // Otherwise configure would read `config.site` in `/usr/local`, the install prefix.
        variables["CONFIG_SITE"] = "/dev/null"
        // Build scripts in Python must not import what a user has installed.
        variables["PYTHONNOUSERSITE"] = "1"
        // Otherwise configure would search for a shell with more features, and use a slower one.
        variables["CONFIG_SHELL"] = tool(.shell, "/bin/sh")
        // Without this, a cross build would compile programs for the build machine with a `cc` in `PATH`, which fails.
        variables["CC_FOR_BUILD"] = values[.ccForBuild]
        // The macro AC_PROG_CC_C_O would otherwise compare the compiler with a program `cc`.
        variables["ac_cv_prog_cc_\(Self.identifier(toolchain.tools[.cc]?.path ?? "cc"))_c_o"] = "yes"
        variables.merge(toolchain.variables) { $1 }
        variables.merge(ownVariables) { $1 }
        return variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns a path as Autoconf writes it into the name of a cache variable.
    private static func identifier(_ path: String) -> String {
        String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The C++ compiler with its arguments for the target; nil if the toolchain has none.
    var cxx: [Argument]? {
        toolchain.tools[.cxx].map { [Argument(stringLiteral: $0.path)] + toolchain.driver }
    }

    /// `CC`, `CFLAGS`, …: the tools and flags under the names that make and scripts use.
    var variables: [(name: String, value: Argument)] {
        let tools: [(String, ToolRole)] = [
            ("AR", .ar), ("RANLIB", .ranlib), ("NM", .nm), ("STRIP", .strip), ("OBJDUMP", .objdump),
        ]
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
    /// The folders whose absolute paths the compiler would otherwise write into objects.
    private static let mappedFolders: [RelativePath] = ["build", "source", "sysroot"]

    init(_ package: PackageRequest, _ slice: SliceRequest, _ dependencies: SliceDependencies) {
        let (toolchain, settings) = (slice.toolchain, slice.settings)
        // The recipe's flags cannot refer to other flags, so their variables need no flags as values.
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
    /// Each string as a literal word.
    var words: [Argument] { map(Argument.init(stringLiteral:)) }
}
