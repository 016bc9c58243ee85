import Basics
import Toolchains

/// Makes a stub sysroot from a wheel's members. Reads `wheel`, writes `sysroot`.
public enum MakeSysroot: BuiltinStep {
    public static let name = BuiltinName.makeSysroot
    public static let revision = StubSysroot.revision
    /// The wheel's members, the output of `FetchSource`.
    public static let wheel: RelativePath = "wheel"
    public static let sysroot: RelativePath = "sysroot"
    public static let outputs = [sysroot]

    public typealias Parameters = StubSysroot
}
