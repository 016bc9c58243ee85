import Basics
import Recipes

/// A build system at work on one slice: a file each.
protocol SliceBuild {
    /// What every build system is given.
    var tools: SliceTools { get }
    /// What the configuring program is told besides tools and flags, for the manifest.
    var configureArguments: [Argument] { get }
    /// Files that the script reads besides, by path in the input root.
    var files: [RelativePath: String] { get }
    /// Leaves the prefixes of the slice's targets.
    var script: ShellScript { get }
    /// Builds and runs the library's own tests and leaves nothing; nil where the recipe has none.
    func testScript() throws(PlanningError) -> ShellScript?
}

extension SliceBuild {
    var files: [RelativePath: String] { [:] }
}

extension SliceRequest {
    /// The build system that the recipe names.
    ///
    /// - Parameter needs: the packages that it is built with, in link order.
    func build(of package: PackageRequest, with needs: [Need]) throws(PlanningError) -> any SliceBuild {
        let tools = try SliceTools(package: package, slice: self, dependencies: SliceDependencies(needs: needs))
        return switch settings.build {
        case .autotools(let autotools): try AutotoolsBuild(autotools, tools)
        case .script(let script): try ScriptBuild(script, tools)
        case .cmake(let cmake): try CMakeBuild(cmake, tools)
        case .meson(let meson): try MesonBuild(meson, tools)
        }
    }
}
