import Basics
import Foundation
import Planning
import Recipes
import Targets
import TestSupport
import Testing
import Toolchains

/// Requests like those of the command line, for the machines of `Machines` and the shipped toolchain files.
enum Samples {
    /// Returns this repository's recipe of secp256k1, with lines added below `build:`.
    ///
    /// - Parameters:
    ///   - build: further lines below `build:`.
    ///   - tests: further lines below `tests:`.
    static func secp256k1(build: [String] = [], tests: [String] = []) throws -> Recipe {
        let file = Recorded.repository.appending(path: "recipes/secp256k1/recipe.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let (system, own) = ("  system: autotools\n", "tests:\n")
        try #require(text.contains(system) && text.contains(own))
        return try read(
            text.replacing(system, with: system + build.map { "  \($0)\n" }.joined())
                .replacing(own, with: own + tests.map { "  \($0)\n" }.joined()))
    }

    /// Returns a minimal recipe.
    static func example(
        name: String = "example", version: String = "1.0", source: String = "path: a.tar.gz",
        system: String = "autotools", build: [String] = [], when: [String] = [], patches: [String] = []
    ) throws -> Recipe {
        try read(
            """
            name: \(name)
            summary: an example
            license: MIT
            versions:
              \(version):
                sources: [{ \(source), sha256: \(String(repeating: "0123456789abcdef", count: 4)) }]
                patches: [\(patches.joined(separator: ", "))]
            build:
              system: \(system)
            \(build.map { "  \($0)\n" }.joined())
            targets: [linux]
            products: { libraries: [libexample.a], headers: [example.h], module: example }
            licenses: [COPYING]
            \(when.isEmpty ? "" : "when: [\(when.joined(separator: ", "))]")

            """)
    }

    private static func read(_ text: String) throws -> Recipe {
        try Recipe.read(Array(text.utf8), file: "recipe.yaml").recipe
    }

    static func toolchains() throws -> ToolchainCatalog { try shipped.get() }

    private static let shipped = Result {
        try ToolchainCatalog.read(folders: [Recorded.repository.appending(path: "toolchains").path])
    }

    /// xbuild's own programs.
    static let tools = CarriedTools(
        lipo: .init(path: "/libexec/lipo", digest: Machines.digest("lipo")),
        probeLinker: .init(path: "/libexec/probe-ld", digest: Machines.digest("probe-ld")))

    // MARK: Requests

    /// - Parameters:
    ///   - targets: the names of targets; targets joined by `+` share a build.
    ///   - without: the options to turn off.
    static func package(
        _ recipe: Recipe, _ targets: [String], host: Target = Machines.linux, folder: String = "/recipes/secp256k1",
        version: String? = nil, without: [String] = []
    ) async throws -> PackageRequest {
        let wanted = RecipeRequest(name: recipe.name, version: version.flatMap(Version.init), without: without)
        let choice = try recipe.choice(for: wanted)
        var slices: [SliceRequest] = []
        for words in targets {
            let group = try words.split(separator: "+").map { try Machines.named(String($0)) }
            slices.append(try await slice(recipe, choice, group, host: host))
        }
        return PackageRequest(recipe: recipe, folder: folder, choice: choice, slices: slices)
    }

    private static func slice(
        _ recipe: Recipe, _ choice: RecipeChoice, _ group: [Target], host: Target
    ) async throws -> SliceRequest {
        let catalog = try toolchains()
        let settings = try group.map { target in
            let toolchain = try catalog.toolchain(for: target, host: host)
            return try recipe.resolved(choice, target: target, toolchain: toolchain.name)
        }
        let request = ToolchainRequest(
            target: group[0], host: host, minimum: settings.compactMap(\.minimum).min())
        let toolchain =
            group.count > 1
            ? try await catalog.resolve(together: group, request, Machines.effects(host))
            : try await catalog.resolve(request, Machines.effects(host))
        guard settings[0].needsBuildCompiler else { return SliceRequest(toolchain: toolchain, settings: settings[0]) }
        let build = ToolchainRequest(target: host, host: host)
        return SliceRequest(
            toolchain: toolchain, settings: settings[0],
            buildToolchain: try await catalog.resolve(build, Machines.effects(host)))
    }

    /// Returns a slice with a modified toolchain.
    static func slice(_ slice: SliceRequest, _ change: (inout ResolvedToolchain) -> Void) -> SliceRequest {
        var toolchain = slice.toolchain
        change(&toolchain)
        return SliceRequest(
            toolchain: toolchain, settings: slice.settings, buildToolchain: slice.buildToolchain)
    }

    /// Returns a package with modified slices.
    static func package(_ package: PackageRequest, with slices: [SliceRequest]) -> PackageRequest {
        PackageRequest(recipe: package.recipe, folder: package.folder, choice: package.choice, slices: slices)
    }

    static func request(_ packages: PackageRequest...) -> PlanRequest {
        let paths = packages.flatMap(\.slices).flatMap(\.toolchain.inputFiles)
        let files = packages.flatMap { package in
            package.slices.flatMap(\.settings.files).map { "\(package.folder)/\($0)" } + package.patchFiles
        }
        let digests = Set(paths + files).map { ($0, Machines.digest($0)) }
        return PlanRequest(packages: packages, tools: tools, digests: Dictionary(uniqueKeysWithValues: digests))
    }

    /// Returns the plan of `secp256k1` for these targets.
    static func plan(
        _ targets: [String], host: Target = Machines.linux, build: [String] = [], version: String? = nil,
        without: [String] = []
    ) async throws -> Planner.Result {
        let package = try await package(
            try secp256k1(build: build), targets, host: host, version: version, without: without)
        return try Planner.plan(request(package))
    }

    /// The targets of the group `ios-universal`.
    static let classicFive = ["ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386", "ios-simulator-x86_64"]
    static let shared = classicFive.joined(separator: "+")
    /// The default targets of secp256k1's recipe.
    static let ten =
        classicFive + ["ios-simulator-arm64", "macos-arm64", "macos-x86_64", "linux-gnu-x86_64", "linux-gnu-aarch64"]
}
