import Basics
import Targets

/// Where things stand in the trees that this module's steps read.
public enum PrefixLayout {
    /// What a target installed: `slices/TARGET`, with `lib`, `include` and so on below it.
    public static func slice(_ target: Target) -> RelativePath { below("slices", target) }

    /// Libraries of the sysroot that provide symbols to a target, by any file names: `providers/TARGET`.
    public static func providers(_ target: Target) -> RelativePath { below("providers", target) }

    /// Prefixes of declared dependencies, each a folder of its own: `dependencies/TARGET/NAME`.
    public static func dependencies(_ target: Target) -> RelativePath { below("dependencies", target) }

    /// What `HeaderCheck` reported for a target: `reports/TARGET/report.txt`.
    public static func report(_ target: Target) -> RelativePath { below("reports", target).appending("report.txt") }

    /// A target's prefix in what `Dist` leaves: `prefixes/TARGET`.
    public static func distPrefix(_ target: Target) -> RelativePath { below("prefixes", target) }

    private static func below(_ folder: RelativePath, _ target: Target) -> RelativePath {
        guard let name = RelativePath(target.name) else { preconditionFailure("a target's name is a path component") }
        return folder.appending(name)
    }
}
