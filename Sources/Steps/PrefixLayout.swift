import Basics
import Targets

/// The paths in the input and output trees of this module's steps.
public enum PrefixLayout {
    /// Returns the path of a target's installed files: `slices/TARGET`, with `lib`, `include` and so on below it.
    public static func slice(_ target: Target) -> RelativePath { slices[target] }

    /// Returns the folder of the sysroot's libraries that provide symbols to a target, under any file names:
    /// `providers/TARGET`.
    public static func providers(_ target: Target) -> RelativePath { providerFolders[target] }

    /// Returns the folder of prefixes of declared dependencies, each in its own folder: `dependencies/TARGET/NAME`.
    public static func dependencies(_ target: Target) -> RelativePath { dependencyFolders[target] }

    /// Returns the path of `HeaderCheck`'s report for a target: `reports/TARGET/report.txt`.
    public static func report(_ target: Target) -> RelativePath { reports[target].appending("report.txt") }

    /// Returns the path of a target's prefix in the output of `Dist`: `prefixes/TARGET`.
    public static func distPrefix(_ target: Target) -> RelativePath { distPrefixes[target] }

    private static let slices = Folders("slices")
    private static let providerFolders = Folders("providers")
    private static let dependencyFolders = Folders("dependencies")
    private static let reports = Folders("reports")
    private static let distPrefixes = Folders("prefixes")

    /// A folder for each target below a top folder; computed once, since plans need them hundreds of thousands of
    /// times.
    private struct Folders {
        private let top: RelativePath
        private var known: [Target: RelativePath] = [:]

        init(_ top: RelativePath) {
            self.top = top
            for target in Target.all { known[target] = self[target] }
        }

        subscript(target: Target) -> RelativePath {
            if let known = known[target] { return known }
            guard let name = RelativePath(target.name) else {
                preconditionFailure("a target's name is a path component")
            }
            return top.appending(name)
        }
    }
}
