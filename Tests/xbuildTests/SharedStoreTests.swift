import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Two runs at once, and runs that are killed.
    struct SharedStoreTests {
        private static let targets = "[macos-arm64, ios-armv7, ios-arm64, linux-gnu-x86_64]"

        @Test func twoRunsAtOnceDoEachActionOnce() async throws {
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

        @Test func killedAtTenMomentsARerunLeavesTheSameBytes() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            // A variable that only the build sees: each round has actions of its own and the same files as result.
            func library(_ round: Int) -> SmallLibrary {
                SmallLibrary(targets: Self.targets, build: ["variables: { ROUND: \"\(round)\" }"])
            }
            try await library(0).install(in: space)
            let clock = ContinuousClock()
            let whole = try await clock.measure {
                let undisturbed = try await space.xbuild("recipe", "tiny", "--output", "undisturbed")
                #expect(undisturbed.status == 0, "\(undisturbed.err)")
            }
            let expected = try space.contents("undisturbed")

            // A failure can be had again.
            var random = SeededRandom(seed: 20)
            var killed = 0
            for round in 1...10 {
                try await library(round).install(in: space)
                let run = try space.start("recipe", "tiny", "--output", "dist-\(round)")
                // The first run also looked at every tool, so later ones take half of its time.
                try await Task.sleep(for: whole * Double.random(in: 0.02..<0.5, using: &random))
                run.send(SIGKILL)
                if try await run.end() == -Int(SIGKILL) { killed += 1 }
                let rerun = try await space.xbuild("recipe", "tiny", "--output", "dist-\(round)")
                #expect(rerun.status == 0, "round \(round): \(rerun.err)")
                let differences = try space.contents("dist-\(round)").differences(from: expected)
                #expect(differences == [], "round \(round)")
            }
            // A machine with other work may let a run end before its moment came, but not many.
            #expect(killed >= 5)
            #expect(space.names(in: "store/tmp") == [])
            #expect(space.names(in: "store/xbuild-work") == [])
            #expect(processes(naming: space.path("store")) == [])
        }
    }
}
