import Basics
import Packages
import Recipes
import Targets

/// What a person asks to have built, as read from the command line and before anything was looked up.
struct BuildRequest: Sendable {
    /// `NAME` or `NAME@VERSION`.
    var recipes: [String]
    /// Groups, names and triples; empty for each recipe's default.
    var targets: [String] = []
    /// Options to put in and leave out.
    var with: [String] = []
    var without: [String] = []
    /// The toolchain that must be used; nil for the first that serves a target.
    var toolchain: String?
    /// The folder of an SDK to use instead of the toolchain's sysroot.
    var sdk: String?
    /// Whether the libraries' own tests are run.
    var runsTests = false
    var lock = LockUse.preferred
    /// What is put before the symbols of the packages.
    var symbolNamespace: String?
    var packaging = PackagingOptions()
    /// Targets that are not built for, whoever asks for them.
    var leftOut: Set<Target> = []
}

/// What a person asks to have libraries packaged as.
struct PackagingOptions: Sendable {
    /// Nil for what each recipe says.
    var formats: [PackageFormat]?
    var style = LibraryStyle.library
    /// Where zips and packages will be fetched.
    var addresses: PackageAddresses?
    /// Who signs XCFrameworks.
    var signer: String?
    /// Whether what cannot be built is left out.
    var allowsMissing = false
    /// Whether the packages are all that is wanted: not the folder of files.
    var isAlone = false

    /// What becomes of a recipe; nil for no packages.
    func formats(of recipe: Recipe) -> [PackageFormat]? {
        let own = recipe.packages.isEmpty ? nil : recipe.packages
        return formats ?? own ?? (isAlone ? [.xcframework, .artifactBundle, .swiftPackage] : nil)
    }
}

/// What `xbuild.lock` counts for.
enum LockUse: Sendable {
    /// What it pins is taken as far as it fits.
    case preferred
    /// What would be built must be what it pins.
    case required
    case ignored
}
