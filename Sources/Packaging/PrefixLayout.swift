import Basics
import Targets

/// Where things stand in the trees that this module's steps read.
public enum PrefixLayout {
    /// What a target installed: `slices/TARGET`, with `lib`, `include` and so on below it.
    public static func slice(_ target: Target) -> RelativePath { slices[target] }

    /// Libraries of the sysroot that provide symbols to a target, by any file names: `providers/TARGET`.
    public static func providers(_ target: Target) -> RelativePath { providerFolders[target] }

    /// Prefixes of declared dependencies, each a folder of its own: `dependencies/TARGET/NAME`.
    public static func dependencies(_ target: Target) -> RelativePath { dependencyFolders[target] }

    /// What `HeaderCheck` reported for a target: `reports/TARGET/report.txt`.
    public static func report(_ target: Target) -> RelativePath { reports[target].appending("report.txt") }

    /// A target's prefix in what `Dist` leaves: `prefixes/TARGET`.
    public static func distPrefix(_ target: Target) -> RelativePath { distPrefixes[target] }

    private static let slices = Folders("slices")
    private static let providerFolders = Folders("providers")
    private static let dependencyFolders = Folders("dependencies")
    private static let reports = Folders("reports")
    private static let distPrefixes = Folders("prefixes")

    /// A folder for each target below another one: written down once, for plans ask hundreds of thousands of times.
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
