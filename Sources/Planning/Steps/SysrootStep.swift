import Actions
import Basics
import Steps
import Toolchains

/// Plans sysroots. One step makes each stub sysroot for all packages; other sysroots are folders of the machine.
extension Planner {
    /// Returns the input that contains a slice's sysroot; nil when the sysroot is not a stub.
    mutating func makeSysroot(_ toolchain: ResolvedToolchain) -> Input? {
        guard case .stub(let sysroot, let wheel) = toolchain.sysroot else { return nil }
        let members = addWheel(wheel, for: sysroot)
        let step = add(
            Step(
                .makeSysroot(sysroot.family.platform, version: sysroot.version), work: MakeSysroot.work(sysroot),
                inputs: [MakeSysroot.wheel: .output(members, FetchSource.tree)], outputs: MakeSysroot.outputs))
        return .output(step, MakeSysroot.sysroot)
    }
}
