public import Basics
public import Packages
public import Targets

/// What a step does, without the package and the targets that it does it for.
///
/// A case carries a value only where steps of one package and target would otherwise be the same, or where there is no
/// package to tell them apart.
public enum StepKind: Hashable, Sendable, Codable {
    // Sources.
    case fetch
    /// The wheel that sysroots are made of.
    case fetchWheel(name: String, version: String)
    case makeSysroot(Platform, version: OSVersion)
    case patch
    case bootstrap

    // A slice.
    case build
    /// The library's own tests.
    case test
    /// Makes a prefix that other packages can build with.
    case relocatePrefix
    case renameSymbols

    // All targets.
    case mergeArchives
    case mergeHeaders
    /// Headers without a recipe have no package: their module's name tells them apart.
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

    /// How headers become a module.
    public enum ModuleStep: String, Hashable, Sendable, Codable {
        case checkHeaders
        case writeMap
        /// Compiles the module.
        case prove
        case importInSwift
        case importInEmbeddedSwift
    }
}
