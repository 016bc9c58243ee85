import Actions
import Basics
import Toolchains

/// The C compiler for programs that run during a build: the compiler of the machine's own target, with the sysroot and
/// the linker of that target in folders of their own.
///
/// In a build for the machine itself, the compiler for the target serves.
struct BuildCompiler {
    private let toolchain: ResolvedToolchain
    private let isOwn: Bool

    /// The folder of the input root with the sysroot, and the path of the linker.
    private static let sysroot: RelativePath = "build-sysroot"
    private static let linkerFolder: RelativePath = "tools/build-linker"

    /// Nil if the recipe does not name `build-cc`.
    init?(_ slice: SliceRequest) {
        guard let toolchain = slice.buildToolchain else { return nil }
        self.toolchain = toolchain
        isOwn = slice.targets == [toolchain.target]
    }

    /// The value of `CC_FOR_BUILD`.
    var words: [Argument] { isOwn ? toolchain.compiler() : toolchain.compiler().map(Self.moved) }

    /// The inputs that the compiler needs besides those of the target's compiler.
    ///
    /// - Parameter sysroot: the sysroot of the machine's own target; nil when no step makes it.
    func inputs(sysroot: Input?) -> [RelativePath: Input] {
        guard !isOwn else { return [:] }
        var inputs: [RelativePath: Input] = [:]
        inputs[Self.sysroot] = sysroot
        let scripts = SliceLinker(toolchain)?.scripts ?? [:]
        for (path, script) in scripts { inputs[Self.moved(path)] = .contents(Deferred(script), isExecutable: true) }
        return inputs
    }

    /// The top-level folders of the inputs that steps share.
    var shared: Set<RelativePath> { isOwn || !toolchain.hasMadeSysroot ? [] : [Self.sysroot] }

    /// The properties of the machine's own toolchain for the key of the build.
    var properties: [String: String] {
        guard !isOwn else { return [:] }
        let own = toolchain.compilerProperties().map { ("build.\($0.key)", $0.value) }
        return Dictionary(uniqueKeysWithValues: own)
    }

    private static func moved(_ argument: Argument) -> Argument {
        Argument(
            argument.pieces.map { piece in
                switch piece {
                case .text: piece
                case .path(let path): .path(moved(path))
                }
            })
    }

    private static func moved(_ path: RelativePath) -> RelativePath {
        let folders = [(ResolvedToolchain.sysrootPath, sysroot), (ResolvedToolchain.linkerFolder, linkerFolder)]
        for (folder, own) in folders {
            if path == folder { return own }
            if let below = path.relative(to: folder) { return own.appending(below) }
        }
        return path
    }
}
