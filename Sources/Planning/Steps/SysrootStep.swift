import Actions
import Basics
import Toolchains

/// Sysroots: a stub is made once and shared, others are folders of the machine.
extension Planner {
    /// The input that is a slice's sysroot; nil when the toolchain finds its own.
    mutating func sysrootInput(_ toolchain: ResolvedToolchain) -> (path: RelativePath, input: Input)? {
        switch toolchain.sysroot {
        case .absent, .system, .folder: return nil
        case .stub(let sysroot, let wheel):
            let step = addSysroot(sysroot, wheel)
            return (ResolvedToolchain.sysrootPath, .output(step, MakeSysroot.sysroot))
        }
    }

    private mutating func addSysroot(_ sysroot: StubSysroot, _ wheel: Wheel) -> StepID {
        if let step = sysroots[sysroot] { return step }
        let members = addWheel(wheel, for: sysroot)
        let step = Step(
            title: "make the \(sysroot.family.rawValue) \(sysroot.version) sysroot", work: MakeSysroot.work(sysroot),
            inputs: [MakeSysroot.wheel: .output(members, FetchSource.tree)], outputs: [MakeSysroot.sysroot])
        let id = plan.add(step)
        sysroots[sysroot] = id
        return id
    }
}
