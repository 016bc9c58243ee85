import Basics
import Packages

/// Makes an artifact bundle of a static library, for SwiftPM on all platforms except Apple's.
///
/// ```
/// MODULE.artifactbundle/
///   info.json                           see ArtifactBundleInfo
///   aarch64-unknown-linux-gnu/libMODULE.a
///   include/…                           see PackagedHeaders
///   licenses/
/// ```
/// The headers work for every target (see `HeaderMerger`), so the bundle contains them once.
///
/// Reads `archives/TARGET/libMODULE.a`, `include` with its module map, and `licenses`. Writes `artifactbundle`, which
/// contains only `MODULE.artifactbundle`.
public enum MakeArtifactBundle: BuiltinStep {
    public static let name = BuiltinName.makeArtifactBundle
    public static let revision = 1
    public static let outputs: [RelativePath] = ["artifactbundle"]

    /// None of the slices is Apple's.
    public typealias Parameters = PackagedLibrary
}
