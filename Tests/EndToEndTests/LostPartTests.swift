import Foundation
import Testing

extension EndToEnd {
    /// Finished packages of which the store has lost something.
    struct LostPartTests {
        @Test func aRunAndItsRepairAreToldAsOne() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try await SmallLibrary(name: "other", files: ["COPYING": "Do what you like.\n"]).install(in: space)
            #expect(try await space.xbuild("recipe", "tiny").status == 0)
            let hash = try space.sha256("dist/tiny-1.0/manifest.json")
            try space.remove("store/cas/\(hash.prefix(2))/\(hash)")
            // `other` is built, and then what `tiny` lacks is made again.
            let output = try await space.xbuild(
                "recipe", "tiny", "other", "--output", "both", "--events", "events.json")
            #expect(output.status == 0, "\(output.err)")
            #expect(space.exists("both/tiny-1.0/manifest.json"))
            let log = try space.events("events.json")
            let totals = log.events.compactMap { if case .runStarted(let steps, _) = $0 { steps } else { nil } }
            #expect(totals.count == 2 && totals[0] == totals[1])
            let built = log.finished(.built).count
            let found = totals[0] - built
            #expect(built > 1 && found > 1)
            #expect(output.err.contains("\n\(built) built, \(found) from the store in "), "\(output.err)")
            #expect(try await space.xbuild("report", "events.json").status == 0)
            let page = try space.read("report.html")
            #expect(page.ranges(of: #""state":"built""#).count == built)
            #expect(page.ranges(of: #""state":"cached""#).count == found)
        }
    }
}
