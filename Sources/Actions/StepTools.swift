public import Basics

/// The programs of this machine that a step may run, besides those that every system has.
///
/// The engine refuses the machine's other compilers, linkers and archivers: they are in no key. This value itself is
/// not part of any key; the digests of the programs are.
public struct StepTools: Hashable, Sendable, Codable {
    /// The absolute paths of the programs, by file name.
    public var programs: [String: String]
    /// The absolute paths of further programs whose file names are in `programs` too.
    public var others: Set<String>
    /// The folder of the input root that is first in the step's `PATH`.
    public var folder: RelativePath

    public init(programs: [String: String], others: Set<String> = [], folder: RelativePath) {
        self.programs = programs
        self.others = others
        self.folder = folder
    }

    /// Returns the tools with those of another toolchain.
    public func merged(with other: StepTools?) -> StepTools {
        guard let other else { return self }
        let lost = other.programs.filter { name, path in programs[name].map { $0 != path } == true }.values
        return StepTools(
            programs: programs.merging(other.programs) { own, _ in own },
            others: others.union(other.others).union(lost), folder: folder)
    }
}
