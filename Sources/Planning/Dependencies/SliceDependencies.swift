import Basics
import Packaging
import Recipes

/// Where a build finds the packages that it needs, and how tools are told.
///
/// Each stands below `dependencies/NAME` of the input root as its package would be installed: `include`, `lib`,
/// `lib/pkgconfig`. Nothing else is there to be found.
struct SliceDependencies: Hashable {
    /// In link order: dependents first.
    let needs: [Need]

    static let folder: RelativePath = "dependencies"

    /// The prefixes, in link order.
    var prefixes: [RelativePath] { needs.map(\.folder) }

    /// The folders of headers that the compiler may find.
    var includeFolders: [RelativePath] {
        needs.filter(\.isVisible).map { $0.folder.appending("include") }
    }

    /// The folders of libraries.
    var libraryFolders: [RelativePath] { prefixes.map { $0.appending("lib") } }

    /// What `PKG_CONFIG_LIBDIR` is: with nothing declared a folder that is not there, so that nothing of the machine is
    /// found.
    var pkgConfigPath: Argument {
        guard !needs.isEmpty else { return Argument("", Self.folder.appending("pkgconfig")) }
        return .joined(libraryFolders.map { Argument("", $0.appending("pkgconfig")) }, separator: ":")
    }

    var preprocessorFlags: [Argument] { includeFolders.map { Argument("-I", $0) } }

    var linkerFlags: [Argument] { libraryFolders.map { Argument("-L", $0) } }

    static func folder(of name: PackageName) -> RelativePath { folder.appending(self.name(of: name)) }

    /// The grammar of names allows nothing that is no path component.
    static func name(of name: PackageName) -> RelativePath { .checked(name.string) }
}
