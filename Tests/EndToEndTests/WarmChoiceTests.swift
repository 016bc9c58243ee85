import Foundation
import Testing

extension EndToEnd {
    /// The recipes and steps that `xbuild warm` selects.
    struct WarmChoiceTests {
        @Test func `an invalid recipe is left out with a note`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try space.write("name: broken\nversions: {}\n", to: "\(SmallLibrary.home)/recipes/broken/recipe.yaml")
            let all = try await space.xbuild("warm", "--check")
            #expect(all.status == 1)
            #expect(all.err.contains(/note: `broken` is left out: .+\n/), "\(all.err)")
            #expect(try await space.xbuild("warm", "--recipes", "broken", "--check").status == 3)
        }

        @Test func `with --locked unpinned recipes are refused`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let without = try await space.xbuild("warm", "--locked", "--check")
            #expect(without.status == 2, "\(without.err)")
            #expect(try await space.xbuild("lock", "tiny").status == 0)
            let with = try await space.xbuild("warm", "--locked", "--check")
            #expect(with.status == 1, "\(with.err)")
            let text = try space.read("xbuild.lock")
            try space.write(text.replacing("1.0", with: "0.9"), to: "xbuild.lock")
            let other = try await space.xbuild("warm", "--locked", "--check")
            #expect(other.status != 1 && other.status != 0, "\(other.err)")
        }

        @Test func `shards are balanced by recorded step times`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[linux-gnu-x86_64, linux-gnu-aarch64]").install(in: space)
            try await SmallLibrary(name: "other").install(in: space)
            // The first step has only a title, as in summaries of older versions, and is ignored.
            try space.write(
                """
                {"steps": [
                    {"title": "build tiny 1.0", "target": "linux-gnu-x86_64", "state": "built", "seconds": 9000},
                    {"kind": {"build": {}}, "package": "other@1.0", "targets": ["linux-gnu-x86_64"], "seconds": 3600}
                ]}
                """, to: "durations.json")
            let guessed = try await space.xbuild("warm", "--matrix", "2")
            #expect(!guessed.out.contains("60"), "\(guessed.out)")
            let known = try await space.xbuild("warm", "--matrix", "2", "--durations", "durations.json")
            let parts = #/"minutes":(?<minutes>[0-9.]+),"packages":(?<packages>[0-9]+)/#
            let found = known.out.matches(of: parts).map { "\($0.minutes.prefix(2)) \($0.packages)" }
            #expect(found.first == "60 1" && found.last?.hasSuffix(" 2") == true, "\(known.out)")
            let wrong = try await space.xbuild("warm", "--matrix", "2", "--durations", "xbuild.lock")
            #expect(wrong.status == 2)
        }
    }
}
