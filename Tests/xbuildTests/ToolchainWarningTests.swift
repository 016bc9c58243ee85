import Recipes
import Testing

@testable import xbuild

struct ToolchainWarningTests {
    @Test func `a condition on an unknown toolchain gives a warning`() throws {
        let recipe = try Recipe.read(
            Array(
                """
                name: tiny
                summary: adds one
                license: MIT
                versions: { 1.0: { sources: [{ path: a.tar, sha256: \(String(repeating: "0", count: 64)) }] } }
                build: { system: autotools }
                targets: [linux]
                products: { libraries: [libtiny.a], headers: [tiny.h], module: tiny }
                licenses: [COPYING]
                when:
                  - { toolchain: [linux-gnuu, xcode], defines: A }
                  - { toolchain: [linux-gnuu, mine], defines: B }

                """.utf8), file: "recipe.yaml"
        ).recipe
        #expect(
            recipe.toolchainWarnings(among: ["linux-gnu", "xcode"]) == [
                """
                warning: the recipe `tiny` has a `when:` for the unknown toolchain `linux-gnuu`
                hint: did you mean `linux-gnu`?
                """,
                """
                warning: the recipe `tiny` has a `when:` for the unknown toolchain `mine`
                hint: `xbuild toolchains` lists them
                """,
            ])
        #expect(recipe.toolchainWarnings(among: ["linux-gnu", "linux-gnuu", "mine", "xcode"]).isEmpty)
    }
}
