/// How to build and run a library's own tests, where its code can run.
public struct LibraryTests<Variable: Hashable & Sendable>: Hashable, Sendable {
    /// Arguments of `configure` after all others.
    public let configure: [BuildWord<Variable>]
    /// Arguments of the test runner: `make`, `ctest` or `meson test`. A script has its step `test` instead.
    public let arguments: [BuildWord<Variable>]
}
