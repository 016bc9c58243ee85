import Actions
import Basics
import Packaging
import Toolchains

/// The step that makes a stub sysroot from a wheel's members: its name, inputs and outputs. The code that runs plans
/// supplies the function.
public enum MakeSysroot {
    public static let name = "sysroot"
    public static let revision = StubSysroot.revision
    /// The wheel's members, the output of `FetchSource`.
    public static let wheel: RelativePath = "wheel"
    public static let sysroot: RelativePath = "sysroot"

    public typealias Parameters = StubSysroot

    static func work(_ sysroot: StubSysroot) -> Work {
        .builtin(name: name, revision: revision, parameters: Deferred { CanonicalJSON.line(of: sysroot) })
    }
}
