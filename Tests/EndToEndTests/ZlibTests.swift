import Foundation
import Testing

extension EndToEnd {
    /// zlib's own configure links its test programs with `$CC` alone; the results decide which code is compiled.
    struct ZlibTests {
        @Test(arguments: [("ios-arm64", "_"), ("ios-armv7", "_"), ("linux-gnu-aarch64", "")])
        func `zlib calls vsnprintf in place of vsprintf`(_ target: String, _ mark: String) async throws {
            let built = try await Self.built.value
            let archive = "dist/zlib-1.3.1/prefixes/\(target)/lib/libz.a"
            let names = try await built.xbuild("nm", "-u", "-j", archive).out.split(separator: "\n")
            #expect(names.contains("\(mark)vsnprintf"))
            #expect(!names.contains("\(mark)vsprintf") && !names.contains("\(mark)sprintf"))
        }

        private static let built = Task {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let recipe = TestSpace.repository.appending(path: "recipes/zlib/recipe.yaml")
            try space.write(
                String(contentsOf: recipe, encoding: .utf8), to: "\(SmallLibrary.home)/recipes/zlib/recipe.yaml")
            try space.linkToolchains()
            let output = try await space.xbuild(
                "recipe", "zlib", "--targets", "ios-arm64,ios-armv7,linux-gnu-aarch64",
                environment: ["XBUILD_MIRROR": SeedStore.mirror])
            try #require(output.status == 0, "\(output.err)")
            return space
        }
    }
}
