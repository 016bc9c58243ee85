import Actions
import Basics
import Targets

/// One target's installed files, as an output of a step.
struct Prefix: Sendable {
    var target: Target
    var slice: SliceRequest
    /// The shared parts of its toolchain.
    var parts: ToolchainParts
    var step: StepID
    /// The output that contains the prefix.
    var path: RelativePath
    /// Its dependencies, dependents first.
    var needs: [TransitiveDependency] = []
    /// The prefix of the library's symbols; nil when they have the library's own names.
    var symbolNamespace: String?

    func input() -> Input { .output(step, path) }

    /// Returns a folder in the prefix as an input.
    func input(_ below: RelativePath) -> Input { .output(step, path.appending(below)) }
}

extension [Prefix] {
    /// The indices of all dependencies in the request, in link order.
    var dependencies: [Int] { Set(flatMap(\.needs).map(\.package)).sorted(by: >) }
}
