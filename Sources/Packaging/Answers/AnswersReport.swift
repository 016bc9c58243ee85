import Basics
import Targets

/// `answers.json`: the results of configure's checks for each target, and the wrong ones among them.
public struct AnswersReport: Hashable, Sendable, Codable {
    /// The targets in the order of the plan.
    public var targets: [Target] = []
    /// A row for each check, ordered by log and name.
    public var rows: [Row] = []
    public var faults: [Fault] = []
    /// The faults that the recipe explains.
    public var explained: [Fault] = []

    /// The results of one check.
    public struct Row: Hashable, Sendable, Codable {
        /// The log's path in the build folder. CMake's two logs are listed under the path of one.
        public var log: RelativePath
        /// The check by the name that the build system uses.
        public var check: String
        /// The result for each target that ran the check, by the target's name.
        public var answers: [String: String]

        /// Whether two targets have different results, or a target did not run the check.
        public func differs(among targets: [Target]) -> Bool {
            answers.count < targets.count || Set(answers.values).count > 1
        }
    }

    public struct Fault: Hashable, Sendable, Codable {
        public var target: Target
        public var log: RelativePath
        public var kind: Kind
        /// The function or the tool.
        public var subject: String
        /// The recipe's reason; nil if it gives none.
        public var reason: String?
    }

    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// "No" for a function that the C library exports and its headers declare.
        case missed
        /// "Yes" for a function that no library has.
        case invented
        /// "No" for a function of ISO C that the headers declare, because the sysroot's library lacks it.
        case lacking
        /// A compiler that the build did not declare.
        case compiler
        /// A linker that is not the target's.
        case linker
        /// A linker that got objects for another machine.
        case emulation
    }
}

extension AnswersReport.Fault: CustomStringConvertible {
    public var description: String {
        "`\(log)` for `\(target)`: \(words)"
    }

    private var words: String {
        switch kind {
        case .missed: "the check for `\(subject)` failed, but the C library has the function"
        case .invented: "the check found `\(subject)`, but no library of the target has the function"
        case .lacking: "the check for `\(subject)` failed because the sysroot's C library lacks this function of ISO C"
        case .compiler: "`\(subject)` ran, which is not the target's compiler"
        case .linker: "`\(subject)` ran, which is not the target's linker"
        case .emulation: "the linker `\(subject)` got objects for another machine"
        }
    }
}
