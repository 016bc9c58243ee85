import Testing

extension EndToEnd {
    /// `xbuild lint`.
    struct LintCommandTests {
        private static let noHomepage =
            "checkout/recipes/tiny/recipe.yaml:1:7: warning: this recipe has no `homepage` [no-homepage]\n"

        @Test func `with --strict, warnings give exit status 3`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let lenient = try await space.xbuild("lint", "tiny")
            #expect(lenient.status == 0, "\(lenient.err)")
            #expect(lenient.out.hasPrefix(Self.noHomepage), "\(lenient.out)")
            let strict = try await space.xbuild("lint", "--strict")
            #expect(strict.status == 3)
            #expect(strict.out == lenient.out)
        }

        @Test func `a clean recipe prints nothing`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(more: ["homepage: https://example.org"]).install(in: space)
            let output = try await space.xbuild("lint", "--strict", "tiny")
            #expect((output.status, output.out, output.err) == (0, "", ""))
        }

        @Test func `an error gives exit status 3`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(more: ["homepage: http://example.org"]).install(in: space)
            let output = try await space.xbuild("lint", "tiny")
            #expect(output.status == 3)
            #expect(output.out.contains("error: the homepage is fetched without encryption [plain-http]\n"))
        }

        @Test func `with --source, license files of the source are read`() async throws {
            let space = try TestSpace()
            let copying = "Use of this, without fee, and without a written agreement is hereby granted.\n"
            try await SmallLibrary(files: ["COPYING": copying], more: ["homepage: https://example.org"])
                .install(in: space)
            let plain = try await space.xbuild("lint", "--strict", "tiny")
            #expect(plain.status == 0, "\(plain.out)")
            let output = try await space.xbuild("lint", "--strict", "--source", "tiny")
            #expect(output.status == 3)
            #expect(
                output.out.hasPrefix(
                    "checkout/recipes/tiny/recipe.yaml:3:10: warning: the files of `licenses` hold the text of "
                        + "`PostgreSQL`, which is not named here [license-text]\n"), "\(output.out)")
        }

        @Test func `--source refuses paths of recipes`() async throws {
            let output = try await TestSpace().xbuild("lint", "--source", "./recipe.yaml")
            #expect(output.status == 2)
            #expect(output.err.contains("`--source` takes names of recipes, not paths"))
        }
    }
}
