public import Basics

/// The programs of this machine that a step may run, besides those that every system has.
///
/// The engine refuses the machine's other compilers, linkers and archivers: they are in no key. This value itself is
/// not part of any key; the digests of the programs are.
public struct StepTools: Hashable, Sendable, Codable {
    /// The absolute paths of the programs. The first of each file name is found in `folder`.
    public var paths: [String]
    /// The folder of the input root that is first in the step's `PATH`.
    public var folder: RelativePath

    public init(paths: [String], folder: RelativePath) {
        self.paths = paths
        self.folder = folder
    }

    /// Returns the tools with those of another toolchain.
    public func merged(with other: StepTools?) -> StepTools {
        StepTools(paths: (paths + (other?.paths ?? [])).uniqued(), folder: folder)
    }
}
