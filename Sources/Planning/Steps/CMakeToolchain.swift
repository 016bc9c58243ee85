import Basics
import Recipes
import Targets
import Toolchains

/// The toolchain file for CMake: the facts about the target, and the search folders.
///
/// Source: `cmake-toolchains(7)`, and `Modules/Platform/Darwin*.cmake` for Apple's systems.
struct CMakeToolchain {
    let tools: SliceTools

    /// The template among the inputs, in which `@ROOT@` stands for the input root.
    static let template: RelativePath = "tools/toolchain.cmake.in"
    static let path: RelativePath = "tools/toolchain.cmake"

    private var toolchain: ResolvedToolchain { tools.slice.toolchain }
    private var target: Target { toolchain.target }

    var text: String {
        let lines = ["# For \(tools.slice.name)."] + machine + programs + flags + apple + search
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether the target is the host. CMake then detects the system itself.
    private var isNative: Bool { target == toolchain.host }

    private var system: Argument {
        switch target.platform {
        // With the platform's name instead, CMake refuses SDK folders that are not named as in Xcode, and does not
        // query the linker.
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS: "Darwin"
        case .linux, .android: "Linux"
        case .windows: "Windows"
        case .wasi: "Generic"
        }
    }

    private var machine: [String] {
        guard !isNative else { return [] }
        let processor = Argument(stringLiteral: target.architectureWord)
        return [set("CMAKE_SYSTEM_NAME", [system]), set("CMAKE_SYSTEM_PROCESSOR", [processor])]
    }

    /// The compilers with the arguments for every call.
    private var programs: [String] {
        let roles: [(String, ToolRole)] = [
            ("CMAKE_AR", .ar), ("CMAKE_RANLIB", .ranlib), ("CMAKE_NM", .nm), ("CMAKE_STRIP", .strip),
            ("PKG_CONFIG_EXECUTABLE", .pkgConfig),
        ]
        return [set("CMAKE_C_COMPILER", toolchain.compiler()), set("CMAKE_ASM_COMPILER", toolchain.compiler())]
            + (tools.cxx.map { [set("CMAKE_CXX_COMPILER", $0)] } ?? [])
            + (tools.cxx == nil || isNative || toolchain.hasMadeSysroot ? [] : [Self.trustedCXX])
            + roles.compactMap { name, role in
                toolchain.tools[role].map { set(name, [Argument(stringLiteral: $0.path)]) }
            }
    }

    /// Skips CMake's test of the C++ compiler, which links a program: a sysroot that xbuild does not make may have no
    /// C++ library, and archives do not need one.
    private static let trustedCXX = "set(CMAKE_CXX_COMPILER_WORKS ON)"

    private var flags: [String] {
        let flags = tools.flags
        let words = { (own: [Argument]) in [Argument.joined(flags.preprocessor + own)] }
        return [
            set("CMAKE_C_FLAGS_INIT", words(flags.compiler)), set("CMAKE_CXX_FLAGS_INIT", words(flags.cxx)),
            set("CMAKE_ASM_FLAGS_INIT", words(flags.compiler)),
        ] + ["EXE", "SHARED", "MODULE"].map { set("CMAKE_\($0)_LINKER_FLAGS_INIT", [.joined(flags.linker)]) }
    }

    /// For Apple's platforms, settings that CMake would otherwise query from Xcode or convert to extra compiler flags.
    private var apple: [String] {
        guard target.platform.isApple else { return [] }
        return (target.platform == .iOS && target.environment != .macCatalyst ? [set("IOS", ["ON"])] : []) + [
            set("CMAKE_OSX_SYSROOT", [toolchain.sysroot.argument ?? ""]), set("CMAKE_OSX_ARCHITECTURES", [""]),
            set("CMAKE_MACOSX_BUNDLE", ["OFF"]),
            // No dynamic library is built, but CMake requires the tool.
            set("CMAKE_INSTALL_NAME_TOOL", ["/usr/bin/true"]),
        ]
    }

    /// The search folders: libraries, headers and packages come from the target and declared dependencies, programs
    /// from the machine.
    private var search: [String] {
        // With an empty list, CMake would search the machine's folders.
        let folders = tools.dependencies.prefixes + [SliceDependencies.folder.appending("none")]
        let roots = folders.map { Argument("", $0) } + [toolchain.sysroot.argument].compactMap(\.self)
        return [
            set("CMAKE_FIND_ROOT_PATH", roots),
            "set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)",
        ]
            + ["LIBRARY", "INCLUDE", "PACKAGE"].map { "set(CMAKE_FIND_ROOT_PATH_MODE_\($0) ONLY)" }
            + ["CMAKE_FIND_USE_PACKAGE_REGISTRY OFF", "CMAKE_FIND_USE_SYSTEM_PACKAGE_REGISTRY OFF"].map { "set(\($0))" }
            + ["set(FETCHCONTENT_FULLY_DISCONNECTED ON)"]
    }

    private func set(_ name: String, _ values: [Argument]) -> String {
        "set(\(name) \(values.map(quoted).joined(separator: " ")))"
    }

    /// Returns a quoted argument, in which a backslash escapes four special characters (`cmake-language(7)`).
    private func quoted(_ word: Argument) -> String {
        let text = word.resolved(root: "@ROOT@").unicodeScalars.map {
            "\\\"$;".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)"
        }
        return "\"\(text.joined())\""
    }
}
