import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Two runs at once, and runs that are killed.
    struct SharedStoreTests {
        private static let targets = "[macos-arm64, ios-armv7, ios-arm64, linux-gnu-x86_64]"

        @Test func `two concurrent runs execute each action once`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(targets: Self.targets).install(in: space)
            let runs = try ["one", "two"].map { name in
                try space.start(
                    "recipe", "tiny", "--output", name, "--events", name + ".json", talk: name + ".talk")
            }
            for run in runs { #expect(try await run.end() == 0, "\(run.talk)") }

            let events = try ["one", "two"].map { try space.events($0 + ".json") }
            let built = events.flatMap { $0.finished(.built) }
            let all = Set(events.flatMap { $0.finished(.built) + $0.finished(.cached) })
            #expect(built.count == Set(built).count, "\(built.sorted())")
            // The sysroots are in the store already.
            #expect(all.subtracting(built).allSatisfy { $0.contains("sysroot") || $0.contains("ziglang") })
            #expect(try space.contents("one").differences(from: space.contents("two")) == [])
            #expect(try space.contents("one").files.contains("tiny-1.0/lib/ios/libtiny.a"))
        }

        @Test func `after a kill at any of ten moments a rerun gives the same bytes`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            // A variable that only the build sees: each round has actions of its own and the same files as result.
            func library(_ round: Int) -> SmallLibrary {
                SmallLibrary(targets: Self.targets, build: ["variables: { ROUND: \"\(round)\" }"])
            }
            try await library(0).install(in: space)
            let undisturbed = try await space.xbuild("recipe", "tiny", "--output", "undisturbed")
            #expect(undisturbed.status == 0, "\(undisturbed.err)")
            let expected = try space.contents("undisturbed")
            // The first run also looked at every tool; this one takes as long as those that are killed.
            try await library(1).install(in: space)
            let begun = ContinuousClock.now
            let again = try await space.xbuild("recipe", "tiny", "--output", "again")
            #expect(again.status == 0, "\(again.err)")
            var whole = (ContinuousClock.now - begun) / .seconds(1)

            // A failure can be had again.
            var random = SeededRandom(seed: 20)
            var (killed, round) = (0, 1)
            while killed < 10 {
                round += 1
                try #require(round < 100, "runs end before they can be killed")
                try await library(round).install(in: space)
                let run = try space.start("recipe", "tiny", "--output", "dist-\(round)")
                try await Task.sleep(for: .seconds(whole * .random(in: 0.02..<0.9, using: &random)))
                run.send(SIGKILL)
                // The machine may have got faster.
                if try await run.end() == -Int(SIGKILL) { killed += 1 } else { whole *= 0.8 }
                let rerun = try await space.xbuild("recipe", "tiny", "--output", "dist-\(round)")
                #expect(rerun.status == 0, "round \(round): \(rerun.err)")
                let differences = try space.contents("dist-\(round)").differences(from: expected)
                #expect(differences == [], "round \(round)")
            }
            // A run that has something to build removes what the last one left that was killed.
            try await library(round + 1).install(in: space)
            #expect(try await space.xbuild("recipe", "tiny", "--output", "last").status == 0)
            #expect(space.names(in: "store/tmp") == [])
            #expect(space.names(in: "store/xbuild-work") == [])
            #expect(processes(naming: space.path("store")) == [])
        }
    }
}
