import Basics
import Recipes

/// The paths of the packages that a build needs, and the arguments that pass them to tools.
///
/// Each package is below `dependencies/NAME` of the input root in its installed layout: `include`, `lib`,
/// `lib/pkgconfig`. Builds find no other packages.
struct SliceDependencies: Hashable {
    /// The dependencies in link order: dependents first.
    let needs: [TransitiveDependency]

    static let folder: RelativePath = "dependencies"

    /// The prefixes, in link order.
    var prefixes: [RelativePath] { needs.map(\.folder) }

    /// The folders of headers that the compiler may find.
    var includeFolders: [RelativePath] {
        needs.filter(\.isVisible).map { $0.folder.appending("include") }
    }

    /// The folders of libraries.
    var libraryFolders: [RelativePath] { prefixes.map { $0.appending("lib") } }

    /// The value of `PKG_CONFIG_LIBDIR`. Without dependencies it is a folder that does not exist, so that no package of
    /// the machine is found.
    var pkgConfigPath: Argument {
        guard !needs.isEmpty else { return Argument("", Self.folder.appending("pkgconfig")) }
        return .joined(libraryFolders.map { Argument("", $0.appending("pkgconfig")) }, separator: ":")
    }

    var preprocessorFlags: [Argument] { includeFolders.map { Argument("-I", $0) } }

    var linkerFlags: [Argument] { libraryFolders.map { Argument("-L", $0) } }

    static func folder(of name: PackageName) -> RelativePath { folder.appending(self.name(of: name)) }

    /// Returns a package's folder name: the grammar of names allows only valid path components.
    static func name(of name: PackageName) -> RelativePath { .checked(name.string) }
}
