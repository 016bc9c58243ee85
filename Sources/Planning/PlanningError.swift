import Basics
import Recipes
import Targets

/// Why planning failed.
public enum PlanningError: Error, Hashable, Sendable {
    /// A flag with characters that configure or make would expand, or at which they would split the string of all
    /// flags.
    case unsafeFlag(PackageName, variable: String, word: String)
    /// The recipe joins these targets in one configure run, but has different settings for them.
    case differentSettings(PackageName, [Target])
    /// The recipe joins several targets in one configure run, but has dependencies, whose prefixes are separate for
    /// each target.
    case sharedDependencies(PackageName)
    /// A dependency that was not planned before its dependent, or was not planned for the dependent's target.
    case noDependency(PackageName, PackageName, Target)
    /// A version without a source.
    case noSource(PackageName)
    /// A variable in the recipe without a value in the build.
    case noValue(PackageName, BuildVariable)
    /// A command of a step whose first word the shell would not run as a program.
    case shellWord(PackageName, step: String, word: String)
    /// A dependency whose version is invalid in SwiftPM, in a package that refers to its dependencies by version.
    case packageVersion(PackageName, Version)
    /// A file of the machine whose digest was not given.
    case unknownFile(String)
}

extension PlanningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsafeFlag(let name, let variable, let word):
            "the recipe `\(name)` puts `\(Self.onOneLine(word))` into \(variable), which make would split or expand"
        case .differentSettings(let name, let targets):
            "the recipe `\(name)` has different settings for \(targets.map { "`\($0)`" }.joined(separator: ", ")),"
                + " which it builds together"
        case .sharedDependencies(let name):
            "the recipe `\(name)` cannot have dependencies and build several targets together"
        case .noDependency(let name, let other, let target):
            "`\(name)` needs `\(other)`, which is not built for `\(target)`"
        case .noSource(let name): "the recipe `\(name)` has no source for this version"
        case .noValue(let name, .ccForBuild):
            "`${\(BuildVariable.ccForBuild.rawValue)}` has no value in the build of `\(name)`: its `tools:` lack `build-cc`"
        case .noValue(let name, let variable): "`${\(variable.rawValue)}` has no value in the build of `\(name)`"
        case .shellWord(let name, let step, let word):
            "the `\(step)` step of the recipe `\(name)` runs `\(Self.onOneLine(word))`, which is not a program"
        case .packageVersion(let name, let version):
            "`\(version)` of `\(name)` is not a version that a SwiftPM package can require"
        case .unknownFile(let path): "`\(path)` was not read before planning"
        }
    }

    private static func onOneLine(_ text: String) -> String {
        text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? $0.escaped(asASCII: true) : String($0) }
            .joined()
    }

    /// A suggestion; nil when there is none.
    public var hint: String? {
        switch self {
        case .unsafeFlag: "leave out spaces, quotes, `$`, `\\` and other special characters of the shell"
        case .differentSettings: "write `slices: separate`, or make the `when:` entries agree"
        case .sharedDependencies: "write `slices: separate`"
        case .shellWord: "write commands that need a shell as a script beside the recipe: `- script: FILE`"
        case .packageVersion: "leave out `--package-url`: the package then includes its dependencies"
        case .noSource, .noDependency, .noValue, .unknownFile: nil
        }
    }
}
