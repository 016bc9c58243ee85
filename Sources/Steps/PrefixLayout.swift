import Basics
import Targets

/// The paths in the input and output trees of this module's steps.
public enum PrefixLayout {
    /// The output of a build with the installed files; several targets of one build have a folder each below it.
    public static let built: RelativePath = "prefix"

    /// A target's installed files: `slices/TARGET`, with `lib`, `include` and so on below it.
    public static let slice = Folders("slices")

    /// The sysroot's libraries that provide symbols to a target, under any file names: `providers/TARGET`.
    public static let providers = Folders("providers")

    /// The prefixes of declared dependencies, each in its own folder: `dependencies/TARGET/NAME`.
    public static let dependencies = Folders("dependencies")

    /// The kept lines of the logs of a target's build: `answers/TARGET`.
    public static let answers = Folders("answers")

    /// The headers of a target's sysroot: `headers/TARGET`.
    public static let headers = Folders("headers")

    /// A target's prefix in the output of `Dist`: `prefixes/TARGET`.
    public static let distPrefix = Folders("prefixes")

    private static let reports = Folders("reports")

    /// Returns the path of `HeaderCheck`'s report for a target: `reports/TARGET/report.txt`.
    public static func report(_ target: Target) -> RelativePath { reports(target).appending("report.txt") }

    /// A folder for each target below a top folder; computed once, since plans need them hundreds of thousands of
    /// times.
    public struct Folders: Sendable {
        private let folders: [Target: RelativePath]

        init(_ top: RelativePath) {
            folders = Dictionary(uniqueKeysWithValues: Target.all.map { ($0, top.appending(.checked($0.name))) })
        }

        /// Returns the folder of a target.
        public func callAsFunction(_ target: Target) -> RelativePath {
            guard let folder = folders[target] else { preconditionFailure("a target that is not in `Target.all`") }
            return folder
        }
    }
}
