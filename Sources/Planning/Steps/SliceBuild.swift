import Basics
import Recipes

/// The build of one slice by a build system; each build system has its own file.
///
/// `SliceCheck` has ensured that every variable of the recipe has a value, so no function here throws.
protocol SliceBuild {
    /// The tools and arguments that every build system receives.
    var tools: SliceTools { get }
    /// The arguments of configure, CMake or Meson except tools and flags; the manifest records them.
    var configureArguments: [Argument] { get }
    /// Returns the text of a file of `BuildSystem.templates`.
    func text(of template: RelativePath) -> String
    /// The script that builds the prefixes of the slice's targets.
    var script: ShellScript { get }
    /// Returns the script that builds and runs the library's own tests, without outputs; nil if the recipe has no
    /// tests.
    func testScript() -> ShellScript?
}

extension SliceBuild {
    func text(of template: RelativePath) -> String { "" }
}

extension BuildSystem {
    /// The paths in the input root of further files that the script reads.
    var templates: [RelativePath] {
        switch self {
        case .autotools, .script: []
        case .cmake: [CMakeToolchain.template]
        case .meson: [MesonMachine.template]
        }
    }
}

extension NinjaBuild {
    /// The project's folder in the input root.
    var folder: RelativePath { source.map(SliceScript.source.appending) ?? SliceScript.source }
}

extension SliceRequest {
    /// Returns the build by the recipe's build system.
    ///
    /// - Parameter needs: the dependencies, in link order.
    func build(of package: PackageRequest, with needs: [TransitiveDependency]) -> any SliceBuild {
        let tools = SliceTools(package: package, slice: self, dependencies: SliceDependencies(needs: needs))
        return switch settings.build {
        case .autotools(let autotools): AutotoolsBuild(autotools: autotools, tools: tools)
        case .script(let script): ScriptBuild(steps: script, tools: tools)
        case .cmake(let cmake): CMakeBuild(build: cmake, tools: tools)
        case .meson(let meson): MesonBuild(build: meson, tools: tools)
        }
    }
}
