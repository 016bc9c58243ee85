import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Concurrent runs, and killed runs.
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
            let undisturbed = try await Self.build(round: 0, in: space)
            #expect(undisturbed.status == 0, "\(undisturbed.err)")
            let expected = try space.contents("dist-0")
            // The first run also hashed every tool; this run takes as long as the runs that are killed.
            let begun = ContinuousClock.now
            let again = try await Self.build(round: 1, in: space)
            #expect(again.status == 0, "\(again.err)")
            var whole = (ContinuousClock.now - begun) / .seconds(1)

            // A fixed seed makes failures repeatable.
            var random = SeededRandom(seed: 20)
            var (killed, round) = (0, 1)
            while killed < 10 {
                round += 1
                try #require(round < 100, "runs end before they can be killed")
                let delay = whole * .random(in: 0.02..<0.9, using: &random)
                // The machine may have become faster, so that the run ended before the kill.
                if try await Self.kill(round: round, after: delay, in: space) { killed += 1 } else { whole *= 0.8 }
                let rerun = try await space.xbuild("recipe", "tiny", "--output", "dist-\(round)")
                #expect(rerun.status == 0, "round \(round): \(rerun.err)")
                let differences = try space.contents("dist-\(round)").differences(from: expected)
                #expect(differences == [], "round \(round)")
            }
            // A run that builds something removes the leftovers of the last killed run.
            #expect(try await Self.build(round: round + 1, in: space).status == 0)
            #expect(space.names(in: "store/tmp") == [])
            #expect(space.names(in: "store/xbuild-work") == [])
            #expect(processes(naming: space.path("store")) == [])
        }

        /// Returns a library with a variable that gives each round different actions with the same output files.
        private static func library(_ round: Int) -> SmallLibrary {
            SmallLibrary(targets: targets, build: ["variables: { ROUND: \"\(round)\" }"])
        }

        private static func build(round: Int, in space: TestSpace) async throws -> TestSpace.Output {
            try await library(round).install(in: space)
            return try await space.xbuild("recipe", "tiny", "--output", "dist-\(round)")
        }

        /// Starts a run and kills it after this time.
        /// - Returns: whether the run was killed before its end.
        private static func kill(round: Int, after seconds: Double, in space: TestSpace) async throws -> Bool {
            try await library(round).install(in: space)
            let run = try space.start("recipe", "tiny", "--output", "dist-\(round)")
            try await Task.sleep(for: .seconds(seconds))
            run.send(SIGKILL)
            return try await run.end() == -Int(SIGKILL)
        }
    }
}
