import Basics
import Documents
@testable import Recipes
import Targets
import TestSupport
import Testing

/// A recipe's dependencies on other recipes and on files beside it.
@Suite struct DependencyTests {
    static let rest = """
        depends:
          - zlib
          - { name: openssl, version: ">=3.0 <4", options: [tls, asm], without: legacy, public: true }
        options:
          zstd: { summary: z, default: true, depends: zstd }
          brotli: { summary: b, default: false, depends: [{ name: brotli }], headers: ["b/*.h"], libraries: libb.a }
        when:
          - platform: linux
            depends: { name: zlib, version: ">=1.3" }
        """

    private func words(_ dependencies: [Dependency]) -> [String] {
        dependencies.map { "\($0.name) \($0.versions.map(String.init(describing:)) ?? "any")" }
    }

    @Test func `dependencies come from the recipe, its options and its conditions, in this order`() throws {
        let recipe = try Samples.recipe(rest: Self.rest)
        let linux = try recipe.resolved(target: Samples.target("linux-gnu-x86_64"), toolchain: "clang")
        #expect(words(linux.dependencies) == ["zlib any", "openssl >=3.0 <4", "zstd any", "zlib >=1.3"])
        let zstd = try #require(OptionName("zstd"))
        let brotli = try #require(OptionName("brotli"))
        let mac = try recipe.resolved(
            target: Samples.target("macos-arm64"), toolchain: "clang", options: [zstd: false, brotli: true])
        #expect(words(mac.dependencies) == ["zlib any", "openssl >=3.0 <4", "brotli any"])
    }

    @Test func `a dependency table gives versions, options and header visibility`() throws {
        let openssl = try #require(try Samples.recipe(rest: Self.rest).dependencies.last)
        #expect(openssl.versions?.contains(try #require(Version("3.5.7"))) == true)
        #expect(openssl.versions?.contains(try #require(Version("4.0"))) == false)
        #expect(openssl.options.map(\.string) == ["tls", "asm"])
        #expect(openssl.without.map(\.string) == ["legacy"])
        #expect(openssl.isPublic)
    }

    @Test func `enabled options add products`() throws {
        let recipe = try Samples.recipe(rest: Self.rest)
        let plain = recipe.products(try recipe.choice(for: try RecipeRequest("example")))
        #expect(plain == recipe.products)
        let more = recipe.products(try recipe.choice(for: try RecipeRequest("example", with: ["brotli"])))
        #expect(more.libraries == ["libexample.a", "libb.a"])
        #expect(more.headers.map(\.description) == ["example.h", "b/*.h"])
    }

    static let patched = Samples.text(versions: ["1.0.0", "2.0.0"], rest: "patches: [all.patch]")
        .replacing("  2.0.0:\n", with: "  2.0.0:\n    patches: { file: patches/two.patch, strip: 0 }\n")

    @Test func `patches of a version come after those of all versions`() throws {
        let recipe = try Samples.read(Self.patched).recipe
        #expect(recipe.versions[0].patches == [Patch(file: "all.patch", strip: 1)])
        #expect(
            recipe.versions[1].patches == [
                Patch(file: "all.patch", strip: 1), Patch(file: "patches/two.patch", strip: 0),
            ])
    }

    @Test func `the error for a missing file beside a recipe suggests the nearest name`() throws {
        let text = Self.patched.replacing("  system: autotools\n", with: "  system: autotools\n  files: [a.h]\n")
        let files = [
            "recipes/example/recipe.yaml": text, "recipes/example/a.h": "int a;",
            "recipes/example/patches/tow.patch": "",
        ]
        let name = try #require(PackageName("example"))
        let catalog = RecipeCatalog(folder: "recipes", files: .fixed(files))
        let error = #expect(throws: RecipeError.self) { try catalog.recipe(name) }
        #expect(
            error?.description == """
                recipes/example/recipe.yaml:8:22: error: there is no file `patches/two.patch` beside the recipe
                  8 |     patches: { file: patches/two.patch, strip: 0 }
                    |                      ^~~~~~~~~~~~~~~~~
                hint: did you mean `tow.patch`?

                recipes/example/recipe.yaml:17:11: error: there is no file `all.patch` beside the recipe
                  17 | patches: [all.patch]
                     |           ^~~~~~~~~
                """)
        #expect(try catalog.contents(of: "a.h", beside: name) == Array("int a;".utf8))
    }
}
