import Actions
import Basics
import ModuleMaps
import Targets
import Toolchains

/// The import of a C module from Swift, with the host's standard library or with Embedded Swift's.
///
/// Swift toolchains contain the standard library of Embedded Swift for a few triples only: for arm64 devices of iOS and
/// x86_64 Linux among others, but for no simulator and no Mac. With the library of another triple, the compiler fails:
/// "created for incompatible target".
struct SwiftImport {
    private let compiler: ModuleRequest.SwiftCompiler
    private let triple: String
    private let isEmbedded: Bool
    /// Whether the C library's headers are in a stub sysroot.
    private var hasStub = false

    /// Returns an import with the host's standard library; nil if the target is not the host.
    static func full(
        _ compiler: ModuleRequest.SwiftCompiler?, for target: Target, of toolchain: ResolvedToolchain
    ) -> SwiftImport? {
        guard let compiler, target == toolchain.host else { return nil }
        return SwiftImport(
            compiler: compiler, triple: toolchain.triple, isEmbedded: false, hasStub: toolchain.hasMadeSysroot)
    }

    /// Returns an import with Embedded Swift's standard library; nil if the compiler has none for the target, or if the
    /// compiler would not find the C library's headers.
    static func embedded(
        _ compiler: ModuleRequest.SwiftCompiler?, for target: Target, of toolchain: ResolvedToolchain
    ) -> SwiftImport? {
        guard let compiler, compiler.embedded.contains(target.triple) else { return nil }
        let hasStub = toolchain.hasMadeSysroot
        if target == toolchain.host {
            return SwiftImport(compiler: compiler, triple: target.triple, isEmbedded: true, hasStub: hasStub)
        }
        guard hasStub else { return nil }
        // Embedded Swift's library for iOS is built for version 18 and later.
        let oldest = max(toolchain.minimum(for: target) ?? OSVersion(18), OSVersion(18))
        let triple = target.platform == .iOS ? target.triple(minimum: oldest) : target.triple
        return SwiftImport(compiler: compiler, triple: triple, isEmbedded: true, hasStub: true)
    }

    /// The kind of step that imports the module.
    var step: StepKind.ModuleStep { isEmbedded ? .importInEmbeddedSwift : .importInSwift }

    static let outputs: [RelativePath] = ["imported"]

    private static let script: RelativePath = "import.sh"
    private static let source: RelativePath = "import.swift"

    /// Returns the command, which runs in the input root.
    ///
    /// - Parameters:
    ///   - include: the folder with the module map.
    ///   - search: clang's arguments that add the header folders of dependencies.
    func words(include: RelativePath, search: [Argument]) -> [Argument] {
        var words: [Argument] = [
            "/bin/sh", Argument(stringLiteral: Self.script.string), Argument(stringLiteral: compiler.path),
            "-typecheck", "-target", Argument(stringLiteral: triple), "-module-cache-path", "cache", "-I",
            Argument([.path(include)]),
        ]
        if isEmbedded {
            words += ["-enable-experimental-feature", "Embedded", "-wmo", "-parse-as-library", "-I"]
            words.append(Argument(stringLiteral: compiler.shims))
        }
        if hasStub { words += ["-sdk", Argument([.path(ResolvedToolchain.sysrootPath)])] }
        for word in search { words += ["-Xcc", word] }
        return words + [Argument([.path(Self.source)])]
    }

    /// Returns the script and the Swift source that the command uses. The script writes a file because every step must
    /// have an output.
    func inputs(importing module: ModuleName) -> [RelativePath: Input] {
        [
            Self.script: .contents("#!/bin/sh\nset -eu\n\"$@\"\necho imported >imported\n", isExecutable: true),
            Self.source: .contents("import \(module)\n", isExecutable: false),
        ]
    }

    var properties: [String: String] { ["tool.swiftc": compiler.digest.description] }
}
