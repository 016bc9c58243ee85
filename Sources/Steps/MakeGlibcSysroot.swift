import Basics
import Toolchains

/// Writes the headers and texts of a glibc sysroot, and the sources of its libraries. Reads `wheel`, writes `sysroot`
/// and `stubs`.
public enum MakeGlibcSysroot: BuiltinStep {
    public static let name = BuiltinName.makeGlibcSysroot
    public static let revision = GlibcSysroot.revision
    /// The wheel's members, the output of `FetchSource`.
    public static let wheel: RelativePath = "wheel"
    public static let sysroot: RelativePath = "sysroot"
    public static let stubs: RelativePath = "stubs"
    public static let outputs = [sysroot, stubs]

    public typealias Parameters = GlibcSysroot
}
