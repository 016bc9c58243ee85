import Basics
import Recipes

/// A build system at work on one slice: a file each.
///
/// `SliceCheck` has seen to it that every word of the recipe has a value, so nothing here can fail.
protocol SliceBuild {
    /// What every build system is given.
    var tools: SliceTools { get }
    /// What the configuring program is told besides tools and flags, for the manifest.
    var configureArguments: [Argument] { get }
    /// What stands in a file of `BuildSystem.templates`.
    func text(of template: RelativePath) -> String
    /// Leaves the prefixes of the slice's targets.
    var script: ShellScript { get }
    /// Builds and runs the library's own tests and leaves nothing; nil where the recipe has none.
    func testScript() -> ShellScript?
}

extension SliceBuild {
    func text(of template: RelativePath) -> String { "" }
}

extension BuildSystem {
    /// Files that the script reads besides, by path in the input root.
    var templates: [RelativePath] {
        switch self {
        case .autotools, .script: []
        case .cmake: [CMakeToolchain.template]
        case .meson: [MesonMachine.template]
        }
    }
}

extension SliceRequest {
    /// The build system that the recipe names.
    ///
    /// - Parameter needs: the packages that it is built with, in link order.
    func build(of package: PackageRequest, with needs: [Need]) -> any SliceBuild {
        let tools = SliceTools(package: package, slice: self, dependencies: SliceDependencies(needs: needs))
        return switch settings.build {
        case .autotools(let autotools): AutotoolsBuild(autotools, tools)
        case .script(let script): ScriptBuild(script, tools)
        case .cmake(let cmake): CMakeBuild(cmake, tools)
        case .meson(let meson): MesonBuild(meson, tools)
        }
    }
}
