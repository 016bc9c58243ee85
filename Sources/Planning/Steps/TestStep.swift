import Actions
import Basics
import Recipes
import Toolchains

/// Plans a library's own tests: a separate build that ends with the tests, if the target's programs can run here.
///
/// The step has the same inputs as the build of the prefix except the script, and a log as its only output.
extension Planner {
    mutating func addTests(_ package: PackageRequest, _ prefixes: [Prefix]) {
        guard request.runsTests else { return }
        for prefix in prefixes {
            switch prefix.slice.testScript(of: package, with: prefix.needs) {
            case .success(let script): tests.insert(addTest(package, prefix, script))
            case .failure(let obstacle):
                skippedTests.append(
                    SkippedTests(package: package.identity.words, target: prefix.target, obstacle: obstacle))
            }
        }
    }

    private mutating func addTest(_ package: PackageRequest, _ prefix: Prefix, _ script: ShellScript) -> StepID {
        var step = plan[prefix.step]
        step.kind = .test
        step.inputs[Self.scriptPath] = .contents(script.text, isExecutable: true)
        step.outputs = []
        step.platform.merge(prefix.slice.toolchain.properties(ofHostTools: [.emulator])) { $1 }
        // The engine reads this property: the sandbox then permits `ptrace`.
        if prefix.slice.settings.tests?.needsTracing == true { step.platform["ptrace"] = "allowed" }
        return add(step)
    }
}

extension SliceRequest {
    fileprivate func testScript(
        of package: PackageRequest, with needs: [TransitiveDependency]
    ) -> Result<ShellScript, SkippedTests.Obstacle> {
        guard let script = build(of: package, with: needs).testScript() else { return .failure(.noTests) }
        guard targets.count == 1 else { return .failure(.together) }
        return toolchain.run == nil ? .failure(.cannotRun) : .success(script)
    }
}
