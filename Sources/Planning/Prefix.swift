import Actions
import Basics
import Targets

/// The installed files of a package for one target, as an output of a step.
struct Prefix: Sendable {
    var target: Target
    var slice: SliceRequest
    /// The parts that all steps of the slice's toolchain share.
    var parts: ToolchainParts
    var step: StepID
    /// The output that contains the prefix.
    var path: RelativePath
    /// The transitive dependencies of the package, in link order: dependents first.
    var needs: [TransitiveDependency] = []
    /// The string before each symbol of the library; nil when the symbols are not renamed.
    var symbolNamespace: String?

    func input() -> Input { .output(step, path) }

    /// Returns a folder in the prefix as an input.
    func input(_ below: RelativePath) -> Input { .output(step, path.appending(below)) }
}

extension [Prefix] {
    /// The indices of all dependencies in the request, in link order.
    var dependencies: [Int] { Set(flatMap(\.needs).map(\.package)).sorted(by: >) }
}
