import Basics
import Targets

/// A toolchain as it was found on this machine for one target (or several that are compiled together): everything that
/// planning needs, and nothing that must be looked up again.
///
/// Paths of this machine stand in it as text, paths of the input root as `Argument.Piece.path`.
public struct ResolvedToolchain: Hashable, Sendable, Codable {
    /// The toolchain file's name.
    public var name: String
    public var target: Target
    /// All of them, where several are compiled in one call; else just `target`.
    public var targets: [Target]
    public var host: Target
    /// The oldest OS version to build for; nil where the platform has none. It is never older than what objects of
    /// `target` can say; of several targets each has `minimum(for:)`.
    public var minimum: OSVersion?
    /// The target's triple, with the minimum.
    public var triple: String

    public var tools: [ToolRole: Tool]
    /// Optional tools that the machine lacks: whoever needs one throws `ToolchainError.missing` with it.
    public var missing: [ToolRole: MissingPart]

    /// Words that follow `cc` and `cxx` wherever they are called (`CC="clang --target=…"`).
    public var driver: [Argument]
    public var cflags: [Argument]
    public var cxxflags: [Argument]
    public var ldflags: [Argument]
    /// Environment variables that actions get besides those that every action has.
    public var variables: [String: Argument]
    /// Flags to which `FROM=TO` is to be appended, so that no path of the machine gets into objects.
    public var prefixMapFlags: [String]

    /// What `--host=` is given.
    public var hostTriple: String
    /// What `--build=` is given.
    public var buildTriple: String

    public var link: LinkMode
    public var sysroot: Sysroot
    /// Libraries whose symbols may stay undefined in what is built: files of this machine or of the input root.
    public var runtimeLibraries: [Argument]
    /// The words before a program of the target that runs on the host; nil when none can.
    public var run: [Argument]?

    /// Folders for the actions' `PATH`, after `tools`, in order.
    public var searchPath: [String]
    /// Folders of this machine that a sandbox must show besides `/usr`, `/bin` and `/lib`, none inside another.
    public var visibleFolders: [String]
    /// For the action's platform: `OSFamily` and `ISA` of the host, and the digests of everything of this machine that
    /// decides what comes out (`tool.cc`, `sysroot.…`, `file.…`), as `HEX/SIZE`.
    public var properties: [String: String]

    /// A program of this machine.
    public struct Tool: Hashable, Sendable, Codable {
        /// Its absolute path, as found: some programs look at their own name.
        public var path: String
        /// The file behind all links.
        public var realPath: String
        /// The digest of that file.
        public var digest: Digest
    }

    /// Where headers and libraries of the target are.
    public enum Sysroot: Hashable, Sendable, Codable {
        case absent
        case system
        /// A folder of this machine.
        case folder(String)
        /// The tree that `StubSysroot` describes, to be made of the wheel and put at `inputPath`.
        case stub(StubSysroot, wheel: Wheel)
    }

    /// Where actions find a stub sysroot in their input root.
    public static let sysrootPath: RelativePath = "sysroot"
    /// Where actions find xbuild's own small tools (`lipo`, `probe-ld`) in their input root.
    public static let toolsPath: RelativePath = "tools"
    /// The folder that holds the target's linker as `ld`, for the compiler's `-B`. It is not on `PATH`: the compiler of
    /// the host would take that `ld` for its own.
    public static let linkerFolder: RelativePath = "tools/linker"
    /// The target's linker in the input root.
    public static let linkerPath: RelativePath = "tools/linker/ld"

    /// The oldest OS version that a target's objects say.
    public func minimum(for target: Target) -> OSVersion? { minimum.map(target.effectiveMinimum) }

    /// The tool of a role, or the error that says how to get it.
    public func tool(_ role: ToolRole) throws(ToolchainError) -> Tool {
        if let tool = tools[role] { return tool }
        let part = missing[role] ?? MissingPart(purpose: role.rawValue, candidates: [role.rawValue])
        throw .missing([part], toolchain: name, target)
    }
}
