import Actions
import Basics
import Steps
import Toolchains

/// Sysroots: a stub is made once and shared, others are folders of the machine.
extension Planner {
    /// Returns the input with a slice's sysroot; nil when the toolchain finds its own.
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
