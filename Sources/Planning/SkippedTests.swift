public import Targets

/// A target for which a library's tests were requested but do not run.
public struct SkippedTests: Hashable, Sendable, Codable {
    /// The name and version: `secp256k1 0.5.0`.
    public var package: String
    public var target: Target
    public var obstacle: Obstacle

    public enum Obstacle: String, Error, Hashable, Sendable, Codable {
        /// The recipe has no `tests:`, or no step `test`.
        case noTests
        /// The toolchain names no program that runs the target's programs here, or that program is missing.
        case cannotRun
        /// Several targets share one build, and this machine can run the programs of at most one of these targets.
        case together
    }
}

extension SkippedTests.Obstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noTests: "the recipe has none"
        case .cannotRun: "its programs cannot run here"
        case .together: "several targets share its build"
        }
    }
}
