import Actions
import Basics
import Targets

/// One target's installed files, as an output of a step.
struct Prefix: Sendable {
    var target: Target
    var slice: SliceRequest
    /// What was made of its toolchain.
    var parts: ToolchainParts
    var step: StepID
    /// The output that is the prefix.
    var path: RelativePath
    /// What it was built with, dependents first.
    var needs: [Need] = []
    /// What was put before the library's symbols; nil when they are as the library named them.
    var symbolPrefix: String?

    func input() -> Input { .output(step, path) }

    /// A folder in it.
    func input(_ below: RelativePath) -> Input { .output(step, path.appending(below)) }
}
