import Basics
import Targets

/// A toolchain as found on this machine for one target (or several that are compiled together). It has everything that
/// planning needs: planning does not search the machine.
///
/// Paths of this machine are text, paths of the input root are `Argument.Piece.path`.
public struct ResolvedToolchain: Hashable, Sendable, Codable {
    /// The toolchain file's name.
    public var name: String
    public var target: Target
    /// All targets if several are compiled in one call; else only `target`.
    public var targets: [Target]
    public var host: Target
    /// The oldest OS version to build for; nil if the platform has none. It is never older than the oldest that objects
    /// of one of the targets can record; `minimum(for:)` returns the version for each target.
    public var minimum: OSVersion?
    /// The target's triple, with the minimum.
    public var triple: String

    public var tools: [ToolRole: Tool]
    /// Requested programs that have no role, by name.
    public var programs: [String: Tool] = [:]
    /// Optional tools that the machine lacks: code that needs such a tool throws `ToolchainError.missing` with its
    /// value.
    public var missing: [ToolRole: MissingPart]

    /// The arguments that follow `cc` and `cxx` in every call (`CC="clang --target=…"`).
    public var driver: [Argument]
    public var cflags: [Argument]
    public var cxxflags: [Argument]
    public var ldflags: [Argument]
    /// Environment variables of actions, in addition to those that every action has.
    public var variables: [String: Argument]
    /// Flags to which `FROM=TO` is appended, so that objects contain no paths of the machine.
    public var prefixMapFlags: [String]

    /// The value of `--host=`.
    public var hostTriple: String
    /// The value of `--build=`.
    public var buildTriple: String

    public var link: LinkMode
    public var sysroot: Sysroot
    /// Libraries whose symbols may stay undefined in the result: files of this machine or of the input root.
    public var runtimeLibraries: [Argument]
    /// The words before the path of a target's program in the command line by which the host runs it; nil when the host
    /// cannot run it.
    public var run: [Argument]?

    /// The paths of the programs that build scripts find by name, if the system has another program or none under that
    /// name. The folders of these programs are not on the actions' `PATH`: their other programs are no tools of a build.
    public var commands: [String: String]
    /// Folders of this machine that a sandbox must show besides `/usr`, `/bin` and `/lib`, none inside another.
    public var visibleFolders: [String]
    /// The action's platform properties: `OSFamily` and `ISA` of the host, and the digests of everything on this
    /// machine that determines the result (`tool.cc`, `sysroot.…`, `file.…`), as `HEX/SIZE`.
    public var properties: [String: String]

    /// A program of this machine.
    public struct Tool: Hashable, Sendable, Codable {
        /// The absolute path as found, with symbolic links: some programs behave differently under different names.
        public var path: String
        /// The path with all symbolic links resolved.
        public var realPath: String
        /// The digest of that file.
        public var digest: Digest
    }

    /// The place of the target's headers and libraries.
    public enum Sysroot: Hashable, Sendable, Codable {
        case absent
        case system
        /// A folder of this machine.
        case folder(String)
        /// The tree that `StubSysroot` describes, which is made from the wheel and placed at `sysrootPath`.
        case stub(StubSysroot, wheel: PinnedFile)
        /// The tree that `GlibcSysroot` describes, made from the wheel and the compiler's runtime, and placed at
        /// `sysrootPath`.
        case glibc(GlibcSysroot, wheel: PinnedFile, runtime: CompilerRuntime)

        /// The libraries of a made sysroot that programs load or contain.
        var runtimeLibraries: [Argument] {
            guard case .glibc(let sysroot, _, _) = self else { return [] }
            return sysroot.runtimeFiles.map { Argument([.path($0)]) }
        }

        /// The folder as an argument; nil if the compiler finds it itself.
        public var argument: Argument? {
            switch self {
            case .absent, .system: nil
            case .folder(let path): Argument(stringLiteral: path)
            case .stub, .glibc: Argument([.path(sysrootPath)])
            }
        }
    }

    /// The path of a sysroot that a step makes, in an action's input root.
    public static let sysrootPath: RelativePath = "sysroot"
    /// The path of xbuild's own small tools (`lipo`, `probe-ld`) in an action's input root.
    public static let toolsPath: RelativePath = "tools"
    /// The folder that holds the target's linker as `ld`, for the compiler's `-B`. It is not on `PATH`: the compiler of
    /// the host would use that `ld` too.
    public static let linkerFolder: RelativePath = "tools/linker"
    /// The target's linker in the input root.
    public static let linkerPath: RelativePath = "tools/linker/ld"

    /// The paths of the libraries of this machine that steps have as inputs.
    public var inputFiles: [String] {
        let libraries = runtimeLibraries.map { $0.resolved(root: ".") }.filter { $0.hasPrefix("/") }
        return if case .glibc(_, _, .file(let runtime)) = sysroot { libraries + [runtime] } else { libraries }
    }

    /// Whether a step makes the sysroot.
    public var hasMadeSysroot: Bool {
        switch sysroot {
        case .stub, .glibc: true
        case .absent, .system, .folder: false
        }
    }

    /// Returns the oldest OS version that a target's objects record.
    public func minimum(for target: Target) -> OSVersion? { minimum.map(target.effectiveMinimum) }

    /// Returns the tool of a role, or throws the error that says how to install it.
    public func tool(_ role: ToolRole) throws(ToolchainError) -> Tool {
        if let tool = tools[role] { return tool }
        let part = missing[role] ?? MissingPart(purpose: role.rawValue, candidates: [role.rawValue])
        throw .missing([part], toolchain: name, target)
    }
}
