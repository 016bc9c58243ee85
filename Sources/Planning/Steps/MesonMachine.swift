import Basics
import Targets
import Toolchains

/// The machine file for Meson: a cross file, or a native file if the target is the host.
///
/// Source: Meson's manual, "Machine files" and "Reference tables" (cpu families, operating systems).
struct MesonMachine {
    let tools: SliceTools

    /// The template among the inputs, in which `@ROOT@` stands for the input root.
    static let template: RelativePath = "tools/machine.ini.in"
    static let path: RelativePath = "tools/machine.ini"

    /// A second file, for tests, which names the program that runs the target's programs.
    static let wrapper: RelativePath = "tools/wrapper.ini"

    /// The file for programs that the build runs, in a cross build.
    static let build: RelativePath = "tools/build.ini"

    /// Returns the lines of that file. Meson tries a compiler of the build machine in every cross build, also where the
    /// build needs none.
    static func build(_ compiler: BuildCompiler?) -> [Argument] {
        let none: Argument = "'/usr/bin/false'"
        return ["[binaries]", Argument([.text("c = ")] + (compiler.map { list($0.words) } ?? none).pieces)]
            + ["cpp", "objc", "objcpp"].map { Argument([.text("\($0) = ")] + none.pieces) }
    }

    private static func list(_ words: [Argument]) -> Argument {
        let quoted = words.map { Argument([.text("'")] + $0.pieces + [.text("'")]) }
        return Argument([.text("[")] + Argument.joined(quoted, separator: ", ").pieces + [.text("]")])
    }

    /// Returns the lines of the file for tests. They are not in the machine file because the built library must not
    /// depend on the presence of an emulator.
    static func wrapper(_ run: [Argument]) -> [Argument] {
        ["[binaries]", Argument([.text("exe_wrapper = ")] + list(run).pieces)]
    }

    static func isCross(_ tools: SliceTools) -> Bool {
        tools.slice.toolchain.target != tools.slice.toolchain.host
    }

    private var toolchain: ResolvedToolchain { tools.slice.toolchain }
    private var target: Target { toolchain.target }

    var text: String {
        let lines = ["# For \(tools.slice.name)."] + binaries + options + (Self.isCross(tools) ? machine : [])
        return lines.joined(separator: "\n") + "\n"
    }

    private var binaries: [String] {
        let roles: [(String, ToolRole)] = [
            ("ar", .ar), ("ranlib", .ranlib), ("nm", .nm), ("strip", .strip), ("pkgconfig", .pkgConfig),
            ("pkg-config", .pkgConfig),
        ]
        // Meson would use CMake to find libraries, and CMake would find those of this machine.
        return ["[binaries]", "cmake = '/usr/bin/false'", "c = \(list(toolchain.compiler()))"]
            + (tools.cxx.map { ["cpp = \(list($0))"] } ?? [])
            + roles.compactMap { name, role in toolchain.tools[role].map { "\(name) = \(quoted($0.path))" } }
    }

    private var options: [String] {
        let flags = tools.flags
        return [
            "[built-in options]", "c_args = \(list(flags.preprocessor + flags.compiler))",
            "cpp_args = \(list(flags.preprocessor + flags.cxx))", "c_link_args = \(list(flags.linker))",
            "cpp_link_args = \(list(flags.linker))",
        ]
    }

    private var machine: [String] {
        let isBigEndian = target.architecture == .s390x
        return [
            "[properties]", "needs_exe_wrapper = true", "[host_machine]", "system = \(quoted(system))",
            "cpu_family = \(quoted(family))", "cpu = \(quoted(target.architectureWord))",
            "endian = \(quoted(isBigEndian ? "big" : "little"))",
        ]
    }

    private var system: String { target.platform.isApple ? "darwin" : target.platform.rawValue }

    private var family: String {
        switch target.architecture {
        case .arm64, .arm64e, .arm64_32: "aarch64"
        case .armv7, .armv7s, .armv7k: "arm"
        case .i386: "x86"
        case .ppc64le: "ppc64"
        case .x86_64, .riscv64, .s390x, .wasm32: target.architecture.rawValue
        }
    }

    private func list(_ words: [Argument]) -> String {
        "[" + words.map { quoted($0.resolved(root: "@ROOT@")) }.joined(separator: ", ") + "]"
    }

    /// Returns text in single quotes, in which a backslash escapes two special characters.
    private func quoted(_ text: String) -> String {
        "'" + text.unicodeScalars.map { "\\'".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
    }
}
