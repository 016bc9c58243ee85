import Basics
import Documents
import Targets

/// The settings of a toolchain file for some or all of its targets, before any search on the machine.
///
/// When entries are combined, lists are appended; a later single value or table entry replaces the earlier one.
public struct ToolchainSettings: Hashable, Sendable {
    public var tools: [ToolRole: Candidates] = [:]
    /// Files and folders of this machine, under names that the author chooses.
    public var paths: [String: Candidates] = [:]
    /// The arguments that follow the compiler's name in every call, for preprocessing and linking too.
    public var driver: [Template] = []
    public var cflags: [Template] = []
    public var cxxflags: [Template] = []
    public var ldflags: [Template] = []
    /// Environment variables of the actions.
    public var variables: [String: Template] = [:]
    /// The spelling of `--host=`.
    public var hostTriple: Template?
    /// The spelling of `--build=`.
    public var buildTriple: Template?
    /// The oldest OS version to build for if no request sets another.
    public var minimum: OSVersion?
    public var link: LinkMode?
    public var sysroot: SysrootChoice?
    /// Libraries that every program of the target finds at run time: their symbols may stay undefined.
    public var runtime: [Template] = []
    /// The words before the path of a target's program in the command line by which the host runs it; nil when the host
    /// cannot run it.
    public var run: [Template]?
    /// Further files of this machine whose contents determine the result.
    public var identity: [Template] = []
    /// Further folders of this machine that a sandbox must show.
    public var visible: [Template] = []
    /// Flags to which `FROM=TO` is appended, so that the result contains no paths of this machine.
    public var prefixMap: [String] = []
    /// Arguments added for each of several targets that are compiled in one call.
    public var together: [Template] = []

    /// The candidates of a search for a program, file or folder; the first that exists is used.
    public struct Candidates: Hashable, Sendable {
        /// `clang`, `/usr/bin/clang` or `xcrun clang`.
        public var candidates: [Template]
        /// A file that a folder must contain to be accepted.
        public var contents: RelativePath?
        /// The Debian packages that contain the program or file, any one of which suffices: packages of different
        /// versions have different names, and each release of Debian has only some of them.
        public var packages: [Template] = []
        /// How to install the program or file on other systems.
        public var install: String?
        /// Whether only some builds need the program, file or folder.
        public var isOptional = false
    }

    /// Returns these settings combined with later ones.
    public func overlaid(with other: ToolchainSettings) -> ToolchainSettings {
        var result = self
        result.tools.merge(other.tools) { $1 }
        result.paths.merge(other.paths) { $1 }
        result.variables.merge(other.variables) { $1 }
        result.driver += other.driver
        result.cflags += other.cflags
        result.cxxflags += other.cxxflags
        result.ldflags += other.ldflags
        result.runtime += other.runtime
        result.identity += other.identity
        result.visible += other.visible
        result.prefixMap += other.prefixMap
        result.together += other.together
        result.hostTriple = other.hostTriple ?? hostTriple
        result.buildTriple = other.buildTriple ?? buildTriple
        result.minimum = other.minimum ?? minimum
        result.link = other.link ?? link
        result.sysroot = other.sysroot ?? sysroot
        result.run = other.run ?? run
        return result
    }
}

/// The source of the target's headers and libraries.
public enum SysrootChoice: Hashable, Sendable {
    /// No sysroot: flags name all folders of headers and libraries.
    case absent
    /// The folders that the compiler searches by default.
    case system
    /// A folder of this machine.
    case folder(ToolchainSettings.Candidates)
    /// The SDK of that name, which `xcrun` finds.
    case xcrun(Template)
    /// A replacement for Apple's SDK, made from a wheel's members.
    case appleStub(AppleStub)
    /// glibc's headers and stubs of its libraries, made from a wheel's members.
    case glibc(Glibc)

    /// The parts of a sysroot with glibc.
    public struct Glibc: Hashable, Sendable {
        public var wheel: PinnedFile
        /// The folder of the wheel with Zig's copy of glibc.
        public var folder: RelativePath
        /// The archive with the functions that compilers call.
        public var runtime: Runtime
        /// The version of glibc, unless the request has one.
        public var version: OSVersion

        /// A file of this machine, or, if it has none, a package's file for the target's architecture.
        public struct Runtime: Hashable, Sendable {
            public var candidates: ToolchainSettings.Candidates?
            public var packages: [Architecture: CompilerRuntime]
        }
    }

    /// The members of a wheel that form a stub, and the SDK versions that the stub states.
    public struct AppleStub: Hashable, Sendable {
        public var wheel: PinnedFile
        public var headers: RelativePath
        public var library: RelativePath
        public var versions: [Platform: OSVersion]
    }
}
