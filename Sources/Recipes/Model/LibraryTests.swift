/// How to build and run the tests that a library's source contains, if the host can run code of the target.
public struct LibraryTests<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// Arguments of `configure`, added after all other arguments.
    public let configure: [BuildWord<Variable>]
    /// Arguments of the test runner: `make`, `ctest` or `meson test`. A script has its step `test` instead.
    public let arguments: [BuildWord<Variable>]
    /// Whether the tests read and control their own processes with `ptrace`, which the sandbox refuses otherwise.
    public let needsTracing: Bool
}
