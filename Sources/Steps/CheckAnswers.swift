import Basics
import Targets

/// Compares what configure, CMake, Meson and scripts like zlib's found out about the targets with the targets' C
/// libraries, and fails when a result is wrong.
///
/// Reads, for every target of the parameters:
/// - `answers/TARGET`: the lines of the logs that the build kept
/// - `headers/TARGET`: the sysroot's headers, if a step makes the sysroot; without them, functions are not checked
/// - `providers/TARGET` and `dependencies/TARGET`: libraries, as `Audit` does
///
/// Writes `answers.json`, an `AnswersReport`, even if there are faults; any fault that the recipe does not explain
/// fails the step with `audit`.
public enum CheckAnswers: BuiltinStep {
    public static let name = BuiltinName.checkAnswers
    public static let revision = 2
    public static let outputs: [RelativePath] = ["answers.json"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var targets: [ProbedTarget]
        /// The recipe's reasons for results that look wrong, by the name of the function or tool.
        public var explained: [String: String]
        /// Whether the step only writes the report; nil if faults fail it.
        public var onlyReports: Bool?

        public init(targets: [ProbedTarget], explained: [String: String]) {
            self.targets = targets
            self.explained = explained
        }
    }
}

/// A target with the tools that checks may use.
public struct ProbedTarget: Codable, Hashable, Sendable {
    public var expectation: AuditExpectation
    /// The triple in the compiler's arguments.
    public var triple: String
    /// The paths of the build's compilers, also of the one for programs that run during the build, and the names of
    /// further compilers that the recipe needs.
    public var compilers: [String]
    /// The paths of their linkers; empty if the compilers find them.
    public var linkers: [String]

    public init(expectation: AuditExpectation, triple: String, compilers: [String], linkers: [String]) {
        self.expectation = expectation
        self.triple = triple
        self.compilers = compilers
        self.linkers = linkers
    }
}
