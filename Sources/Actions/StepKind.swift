public import Basics
public import Packages
public import Targets

/// The operation of a step, without its package and targets.
///
/// A case has a payload only if two steps of one package and target would otherwise be equal, or if the steps have no
/// package that distinguishes them.
public enum StepKind: Hashable, Sendable, Codable {
    // Sources.
    case fetch
    /// A file that contains parts of sysroots.
    case fetchPart(name: String, version: String, for: SysrootFamily)
    case makeSysroot(Platform, version: OSVersion)
    /// Writes the headers of a glibc sysroot and the sources of its libraries.
    case makeGlibc(version: OSVersion)
    case compileGlibc(version: OSVersion)
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
    /// `of` is only for headers without a recipe, which have no package: their module's name identifies the step.
    case module(ModuleStep, of: ModuleName? = nil)
    case audit
    /// Compares the results of configure's checks with the C library.
    case checkAnswers
    /// Makes the output folder in the `files` format.
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

/// A kind of sysroots that steps make from the same parts.
public enum SysrootFamily: String, Hashable, Sendable, Codable {
    case apple, glibc
}
