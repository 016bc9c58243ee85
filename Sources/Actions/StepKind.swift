public import Basics
public import Packages
public import Targets

/// The operation of a step, without its package and targets.
///
/// A case has a payload only where steps of one package and target would otherwise be equal, or where there is no
/// package to distinguish them.
public enum StepKind: Hashable, Sendable, Codable {
    // Sources.
    case fetch
    /// The wheel that contains the files of sysroots.
    case fetchWheel(name: String, version: String)
    case makeSysroot(Platform, version: OSVersion)
    case patch
    case bootstrap

    // A slice.
    case build
    /// The library's own tests.
    case test
    /// Makes a prefix that works for builds of other packages.
    case relocatePrefix
    case renameSymbols

    // All targets.
    case mergeArchives
    case mergeHeaders
    /// Headers without a recipe have no package: the name of their module identifies them.
    case module(ModuleStep, of: ModuleName? = nil)
    case audit
    /// The folder of files.
    case compose

    // Packages.
    case joinArchives
    case makeXCFramework
    case signXCFramework
    case makeArtifactBundle
    case makeSwiftPackage
    case makePrefixes
    case zip(PackageFormat)
    case writeRecords
    case composePackages

    /// The steps from headers to a module.
    public enum ModuleStep: String, Hashable, Sendable, Codable {
        case checkHeaders
        case writeMap
        /// Compiles the module.
        case prove
        case importInSwift
        case importInEmbeddedSwift
    }
}
