import Basics
import Recipes

/// The paths of the packages that a build needs, and the arguments that pass them to tools.
///
/// The folder `dependencies/NAME` of the input root contains the installed files of the package `NAME`: `include`,
/// `lib`, `lib/pkgconfig`. Builds find no other packages.
struct SliceDependencies: Hashable {
    /// The dependencies in link order: dependents first.
    let needs: [TransitiveDependency]

    static let folder: RelativePath = "dependencies"

    /// The folders of the dependencies' prefixes, in link order.
    var prefixes: [RelativePath] { needs.map(\.folder) }

    /// The folders of libraries.
    var libraryFolders: [RelativePath] { prefixes.map { $0.appending("lib") } }

    /// The value of `PKG_CONFIG_LIBDIR`. Without dependencies, the value is a folder that does not exist, so that
    /// pkg-config finds no package of the machine.
    var pkgConfigPath: Argument {
        guard !needs.isEmpty else { return Argument("", Self.folder.appending("pkgconfig")) }
        return .joined(libraryFolders.map { Argument("", $0.appending("pkgconfig")) }, separator: ":")
    }

    /// The `-I` arguments for the dependencies whose headers the slice may include, directly or through other headers.
    var preprocessorFlags: [Argument] {
        needs.filter(\.isVisible).map { Argument("-I", $0.folder.appending("include")) }
    }

    var linkerFlags: [Argument] { libraryFolders.map { Argument("-L", $0) } }

    static func folder(of name: PackageName) -> RelativePath { folder.appending(.checked(name.string)) }
}
