import Testing

extension EndToEnd {
    /// Paths with characters that scripts and tools interpret.
    struct StorePathTests {
        @Test(arguments: ["a b", "100%", "a:b", "a=b", "a'b", "a#b", "a$b", "a;b", "ä"])
        func `without a sandbox, a store at a path that tools misread is refused before anything is built`(
            _ name: String
        ) async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--sandbox", "off", "--store", name)
            #expect(output.status == 2)
            #expect(
                output.err.hasSuffix(
                    """
                    error: without a sandbox, libraries cannot be built below the store's path `\(space.path(name))`
                    hint: name a folder whose path has only the letters A to Z, digits and the characters +-./@_~, with \
                    --store or XBUILD_STORE

                    """), "\(output.err)")
            #expect(!output.err.contains("start") && !space.exists("\(name)/ac"))
        }

        @Test func `recipes and packages can be at any path`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let odd = "100% a:b=c,d #$e 'f' \"g\" ö"
            try space.write("", to: "\(odd)/file")
            try await space.run("mv", [SmallLibrary.home, "\(odd)/home"])
            let output = try await space.xbuild(
                "recipe", "tiny", "--output", "\(odd)/out", environment: ["XBUILD_HOME": space.path("\(odd)/home")])
            #expect(output.status == 0, "\(output.err)")
            #expect(space.exists("\(odd)/out/tiny-1.0/include/tiny.h"))
        }
    }
}
