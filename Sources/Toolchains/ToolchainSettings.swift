import Basics
import Documents
import Targets

/// What a toolchain file says of some or all of its targets, before anything was looked for.
///
/// Entries are laid one over the other: lists grow, single values and table entries are replaced.
public struct ToolchainSettings: Hashable, Sendable {
    public var tools: [ToolRole: Candidates] = [:]
    /// Files and folders of this machine with names of the author's own.
    public var paths: [String: Candidates] = [:]
    /// Words that follow the compiler's name wherever it is called, for preprocessing and linking too.
    public var driver: [Template] = []
    public var cflags: [Template] = []
    public var cxxflags: [Template] = []
    public var ldflags: [Template] = []
    /// Environment variables of the actions.
    public var variables: [String: Template] = [:]
    /// How `--host=` is spelt.
    public var hostTriple: Template?
    /// How `--build=` is spelt.
    public var buildTriple: Template?
    /// The oldest OS version to build for where nobody says otherwise.
    public var minimum: OSVersion?
    public var link: LinkMode?
    public var sysroot: SysrootChoice?
    /// Libraries that every program of the target finds at run time: their symbols may stay undefined.
    public var runtime: [Template] = []
    /// The words before a program of the target that is to run on the host; nil when it cannot.
    public var run: [Template]?
    /// Further files of this machine whose contents decide what comes out.
    public var identity: [Template] = []
    /// Further folders of this machine that a sandbox must show.
    public var visible: [Template] = []
    /// Flags to which `FROM=TO` is appended, so that no path of this machine gets into what is built.
    public var prefixMap: [String] = []
    /// Words added for each of several targets that are compiled in one call.
    public var together: [Template] = []

    public init() {}

    /// Programs, files or folders to look for, the first one found being it.
    public struct Candidates: Hashable, Sendable {
        /// `clang`, `/usr/bin/clang` or `xcrun clang`.
        public var candidates: [Template]
        /// A file that a folder must hold to be the one that is meant.
        public var contents: RelativePath?
        /// The Debian packages that hold it, any one of which will do: releases differ in the versions that they have.
        public var packages: [Template]
        /// What to do on other systems to get it.
        public var install: String?
        /// Whether only some builds need it.
        public var isOptional: Bool
    }

    /// These settings with others laid over them.
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

/// Where headers and libraries of the target come from.
public enum SysrootChoice: Hashable, Sendable {
    /// Nowhere: the flags name everything.
    case absent
    /// Where the compiler looks by itself.
    case system
    /// A folder of this machine.
    case folder(ToolchainSettings.Candidates)
    /// The SDK of that name, as `xcrun` knows it.
    case xcrun(Template)
    /// A stand-in for Apple's SDK, made of a wheel's members.
    case appleStub(AppleStub)

    /// What a stub is made of, and the SDK versions that it says it is.
    public struct AppleStub: Hashable, Sendable {
        public var wheel: Wheel
        public var headers: RelativePath
        public var library: RelativePath
        public var versions: [Platform: OSVersion]
    }
}
