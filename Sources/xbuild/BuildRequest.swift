import Basics
import Packages
import Recipes
import Targets

/// A user's request on the command line, before any lookup.
struct BuildRequest: Sendable {
    /// `NAME` or `NAME@VERSION`.
    var recipes: [String]
    /// Groups, names and triples; empty for the default targets of each recipe.
    var targets: [String] = []
    /// Options of the recipes to enable (`with`) and to disable (`without`).
    var with: [String] = []
    var without: [String] = []
    /// The required toolchain; nil for the first toolchain that serves a target.
    var toolchain: String?
    /// The folder of an SDK that replaces the toolchain's sysroot.
    var sdk: String?
    /// Whether the libraries' own tests are run.
    var runsTests = false
    var lock = LockUse.preferred
    /// The symbol namespace of the packages.
    var symbolNamespace: String?
    var packaging = PackagingOptions()
    /// Targets to leave out, even if a dependent package needs them.
    var leftOut: Set<Target> = []
}

/// The user's options for packaging libraries.
struct PackagingOptions: Sendable {
    /// Nil for the formats of each recipe.
    var formats: [PackageFormat]?
    var style = LibraryStyle.library
    /// The addresses from which zips and packages will be fetched.
    var addresses: PackageAddresses?
    /// The identity that signs XCFrameworks.
    var signer: String?
    /// Whether targets that cannot be built are left out.
    var allowsMissing = false
    /// Whether only the packages are delivered, without the folder of files.
    var deliversOnlyPackages = false

    /// Returns the package formats for a recipe; nil for no packages.
    func formats(of recipe: Recipe) -> [PackageFormat]? {
        let own = recipe.packages.isEmpty ? nil : recipe.packages
        return formats ?? own ?? (deliversOnlyPackages ? [.xcframework, .artifactBundle, .swiftPackage] : nil)
    }
}

/// The use of `xbuild.lock`.
enum LockUse: Sendable {
    /// The resolver uses the pins that fit the request and the recipes.
    case preferred
    /// Versions, options and files that differ from the pins are an error.
    case required
    case ignored
}
