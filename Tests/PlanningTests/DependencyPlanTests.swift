import Actions
import Basics
import Foundation
import Planning
import Recipes
import Steps
import Targets
import Testing

/// Plans of packages with dependencies: the steps, their paths, and the records.
@Suite struct DependencyPlanTests {
    /// Returns a recipe with additional lines at the top level.
    private static func recipe(_ name: String, _ lines: [String] = []) throws -> Recipe {
        let text =
            ["name: \(name)", "summary: an example", "license: MIT", "versions:", "  1.0:"]
            + ["    sources: [{ path: a.tar, sha256: \(String(repeating: "0123456789abcdef", count: 4)) }]"]
            + ["build: { system: autotools }", "targets: [linux]"]
            + ["products: { libraries: [lib\(name).a], headers: [\(name).h], module: \(name), link: [m] }"]
            + ["licenses: [COPYING]"] + lines
        return try Recipe.read(Array(text.joined(separator: "\n").utf8), file: "recipe.yaml").recipe
    }

    private static let targets = ["ios-arm64", "linux-gnu-x86_64"]

    /// Returns a request in which `app` needs `png`, which needs `z`.
    private static func request(
        png: String = "z", app: String = "png", delivered: [String: [String]] = ["app": targets],
        zTargets: [String] = targets
    ) async throws -> PlanRequest {
        var packages: [PackageRequest] = []
        for (name, lines, targets) in [
            ("z", [], zTargets), ("png", ["depends: [\(png)]"], targets), ("app", ["depends: [\(app)]"], targets),
        ] {
            let package = try await Samples.package(try recipe(name, lines), targets)
            let needs = zip(packages.map(\.recipe.name), 0...)
            packages.append(
                PackageRequest(
                    recipe: package.recipe, folder: "/recipes/\(name)", choice: package.choice, slices: package.slices,
                    needs: Dictionary(uniqueKeysWithValues: needs),
                    delivered: Set(try (delivered[name] ?? []).map(Machines.named))))
        }
        return Samples.request(packages[0], packages[1], packages[2])
    }

    private func step(_ title: String, _ target: String? = nil, in result: Planner.Result) throws -> Step {
        let found = result.plan.steps.filter { $0.title == title && $0.slice == target }
        #expect(found.count == 1, "\(title): \(found.count)")
        return try #require(found.first)
    }

    private func script(of step: Step) throws -> String {
        guard case .contents(let text, _) = step.inputs["run.sh"] else { throw Missing() }
        return text.value
    }

    private struct Missing: Error {}

    private func dependencies(of step: Step) -> [String] {
        step.inputs.keys.map(\.string).filter { $0.hasPrefix("dependencies/") }.sorted()
    }

    // MARK: Building

    @Test func `each package is built once for each target`() async throws {
        let plan = try Planner.plan(try await Self.request()).plan
        let builds = plan.steps.filter { $0.title.hasPrefix("build ") }
        #expect(builds.count == 6)
        #expect(Set(builds.map { "\($0.title) \($0.slice ?? "")" }).count == 6)
        #expect(plan.steps.count { $0.title == "make relocatable z 1.0" } == 2)
    }

    @Test func `a build gets the dependencies of its own target`() async throws {
        let result = try Planner.plan(try await Self.request())
        for target in Self.targets {
            let app = try step("build app 1.0", target, in: result)
            #expect(dependencies(of: app) == ["dependencies/png", "dependencies/z"])
            for path in ["dependencies/png", "dependencies/z"] as [RelativePath] {
                let input = try #require(app.inputs[path]?.step)
                #expect(result.plan[input].slice == target)
            }
            #expect(dependencies(of: try step("build png 1.0", target, in: result)) == ["dependencies/z"])
            #expect(dependencies(of: try step("build z 1.0", target, in: result)) == [])
        }
    }

    @Test func `the search paths of libraries are in link order`() async throws {
        let result = try Planner.plan(try await Self.request())
        let text = try script(of: try step("build app 1.0", "linux-gnu-x86_64", in: result))
        let path = "$ROOT/dependencies/png/lib/pkgconfig:$ROOT/dependencies/z/lib/pkgconfig"
        #expect(text.contains("export PKG_CONFIG_LIBDIR=\"\(path)\"\n"))
        #expect(text.contains("-L$ROOT/dependencies/png/lib -L$ROOT/dependencies/z/lib"))
        #expect(text.contains("-ffile-prefix-map=$ROOT/dependencies=dependencies"))
    }

    struct Visibility: CustomTestStringConvertible {
        var png: String
        var isVisible: Bool
        var testDescription: String { png }
    }

    @Test(arguments: [
        Visibility(png: "z", isVisible: false), Visibility(png: "{ name: z, public: true }", isVisible: true),
    ])
    func `headers of public dependencies are visible to dependents`(_ row: Visibility) async throws {
        let result = try Planner.plan(try await Self.request(png: row.png))
        let text = try script(of: try step("build app 1.0", "ios-arm64", in: result))
        #expect(text.contains("-I$ROOT/dependencies/png/include"))
        #expect(text.contains("-I$ROOT/dependencies/z/include") == row.isVisible)
    }

    @Test func `only public dependencies are on the search path of checks and proofs`() async throws {
        let request = try await Self.request(
            png: "{ name: z, public: true }", delivered: ["png": Self.targets, "app": Self.targets])
        let result = try Planner.plan(request)
        for title in ["check the headers of", "prove the module of"] {
            let png = try step("\(title) png 1.0", "ios-arm64", in: result)
            #expect(dependencies(of: png) == ["dependencies/z/include"])
            guard case .command(let arguments, _) = png.work else { throw Missing() }
            #expect(arguments.value.contains("-I./dependencies/z/include"))
            #expect(dependencies(of: try step("\(title) app 1.0", "ios-arm64", in: result)) == [])
        }
        // The proof needs the module of `z`, so the map of this module is written although `z` was not requested.
        let proof = try step("prove the module of png 1.0", "ios-arm64", in: result)
        let headers = try #require(proof.inputs["dependencies/z/include"]?.step)
        #expect(result.plan[headers].title == "write the module map of z 1.0")
    }

    // MARK: Delivery

    @Test func `only requested packages are delivered`() async throws {
        let result = try Planner.plan(try await Self.request())
        #expect(result.packages.map(\.folder) == ["app-1.0"])
        let gates = try #require(result.packages.first).gates.map { result.plan[$0].title }
        #expect(gates.filter { $0.hasPrefix("audit ") } == ["audit z 1.0", "audit png 1.0", "audit app 1.0"])
        #expect(!result.plan.steps.contains { $0.title == "compose z 1.0" })
    }

    @Test func `a dependency is built for all targets but delivered only for those requested`() async throws {
        let result = try Planner.plan(
            try await Self.request(delivered: ["z": ["linux-gnu-x86_64"], "app": Self.targets]))
        #expect(result.packages.map(\.folder) == ["z-1.0", "app-1.0"])
        let compose = try step("compose z 1.0", in: result)
        #expect(compose.inputs.keys.filter { $0.string.hasPrefix("slices/") } == ["slices/linux-gnu-x86_64"])
        #expect(result.plan.steps.count { $0.title == "audit z 1.0" } == 2)
    }

    @Test func `the inputs of the audit contain the dependencies of each target`() async throws {
        let result = try Planner.plan(try await Self.request())
        let paths = try step("audit app 1.0", in: result).inputs.keys.map(\.string)
        #expect(
            paths.filter { $0.hasPrefix("dependencies/") }.sorted()
                == Self.targets.flatMap { ["dependencies/\($0)/png", "dependencies/\($0)/z"] })
    }

    @Test func `the manifest names dependencies and the arguments that link them`() async throws {
        let result = try Planner.plan(try await Self.request())
        guard case .builtin(_, _, let text) = try step("compose app 1.0", in: result).work else { throw Missing() }
        let parameters = try JSONDecoder().decode(Dist.Parameters.self, from: Data(text.value.utf8))
        #expect(parameters.dependencies?.map { "\($0.name) \($0.version)" } == ["png 1.0", "z 1.0"])
        #expect(
            parameters.targets.map(\.link) == [["-lapp", "-lpng", "-lz", "-lm"], ["-lapp", "-lpng", "-lz", "-lm"]])
    }

    // MARK: Errors

    @Test func `a dependency that is not built for a target is an error`() async throws {
        let request = try await Self.request(zTargets: ["ios-arm64"])
        let (png, z) = (try #require(PackageName("png")), try #require(PackageName("z")))
        let target = try Machines.named("linux-gnu-x86_64")
        #expect(throws: PlanningError.noDependency(png, z, target)) { try Planner.plan(request) }
    }

    @Test func `targets that are built together cannot have dependencies`() async throws {
        let z = try await Samples.package(try Self.recipe("z"), ["ios-arm64", "ios-armv7"])
        let app = try await Samples.package(try Self.recipe("app", ["depends: [z]"]), ["ios-arm64+ios-armv7"])
        let request = Samples.request(
            z,
            PackageRequest(
                recipe: app.recipe, folder: "/recipes/app", choice: app.choice, slices: app.slices,
                needs: [z.recipe.name: 0]))
        #expect(throws: PlanningError.sharedDependencies(app.recipe.name)) { try Planner.plan(request) }
    }
}
