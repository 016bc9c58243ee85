import Basics
import Foundation
@testable import Recipes
import Targets
import TestSupport
import Testing

/// The committed recipe of secp256k1.
@Suite struct Secp256k1Tests {
    static let catalog = RecipeCatalog(folder: Recorded.repository.appending(path: "recipes").path)

    let recipe: Recipe

    init() throws {
        let file = try Self.catalog.recipe(try RecipeRequest("secp256k1").name)
        #expect(file.warnings.isEmpty)
        recipe = file.recipe
    }

    @Test func `the ten default targets have their minimum versions`() throws {
        let targets = recipe.defaultTargets(host: try Samples.target("linux-gnu-x86_64"))
        let minimums = try targets.map { target in
            "\(target) \(try recipe.resolved(target: target, toolchain: "clang").minimum?.description ?? "-")"
        }
        #expect(
            minimums == [
                "ios-armv7 9.0", "ios-armv7s 9.0", "ios-arm64 9.0", "ios-simulator-i386 9.0",
                "ios-simulator-x86_64 9.0", "ios-simulator-arm64 14.0", "macos-arm64 11.0", "macos-x86_64 10.13",
                "linux-gnu-x86_64 -", "linux-gnu-aarch64 -",
            ])
    }

    static let common = [
        "--enable-static", "--disable-shared", "--disable-benchmark", "--disable-coverage", "--disable-examples",
        "--disable-exhaustive-tests", "--disable-tests", "--with-valgrind=no", "--enable-module-ecdh",
        "--enable-module-recovery", "--enable-module-extrakeys", "--enable-module-schnorrsig",
    ]

    @Test(arguments: [
        ("0.5.0", common + ["--enable-module-ellswift", "--disable-ctime-tests"]), ("0.2.0", common),
    ])
    func `each version has its configure arguments`(version: String, arguments: [String]) throws {
        let target = try Samples.target("ios-armv7")
        let resolved = try recipe.resolved(version: Version(version), target: target, toolchain: "clang")
        #expect(resolved.configure.map(\.description) == arguments)
        #expect(
            resolved.build == .autotools(Autotools(bootstrap: true, make: [], install: ["install"], isInSource: false)))
        #expect(resolved.bitcode == .off)
    }

    @Test func `each version has the digest of its source`() {
        #expect(recipe.defaultVersion.string == "0.5.0")
        let pins = recipe.versions.map { "\($0.version) \($0.sources.map(\.sha256.hex).joined(separator: " "))" }
        #expect(
            pins == [
                "0.5.0 13b70138be52d7a23bdf0ea39ed79799a30eb855f2ed82c028357f6432cd536b",
                "0.2.0 07c1d76fc485936138c6572e94374df22ba41df06617926572b8a690fe8bc34b",
            ])
    }

    @Test func `the main header is listed before the other headers`() throws {
        let installed = ["secp256k1_recovery.h", "secp256k1_ecdh.h", "secp256k1.h", "other.h"].map(RelativePath.init)
        let listed = recipe.products.headers.expanded(over: installed.compactMap { $0 })
        #expect(listed.map(\.string) == ["secp256k1.h", "secp256k1_ecdh.h", "secp256k1_recovery.h"])
    }

    @Test func `extrakeys cannot be disabled without schnorrsig`() throws {
        #expect(throws: RecipeError.self) {
            try recipe.choice(for: try RecipeRequest("secp256k1", without: ["extrakeys"]))
        }
        let choice = try recipe.choice(for: try RecipeRequest("secp256k1", without: ["extrakeys", "schnorrsig"]))
        #expect(choice.options.values.filter { !$0 }.count == 2)
    }

    @Test func `every committed recipe is valid and free of warnings`() throws {
        let names = try Self.catalog.names()
        #expect(names.contains { $0.string == "secp256k1" })
        for name in names { #expect(try Self.catalog.recipe(name).warnings.isEmpty, "\(name)") }
    }
}
