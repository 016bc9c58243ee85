import Foundation
import Testing

extension EndToEnd {
    /// Runs with a store that lost or damaged blobs of earlier results.
    struct LostPartTests {
        @Test func `a run that rebuilds a lost blob prints one summary`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try await SmallLibrary(name: "other", files: ["COPYING": "Do what you like.\n"]).install(in: space)
            #expect(try await space.xbuild("recipe", "tiny").status == 0)
            let hash = try space.sha256("dist/tiny-1.0/manifest.json")
            try space.remove("store/cas/\(hash.prefix(2))/\(hash)")
            // First `other` is built, then the lost part of `tiny` is rebuilt.
            let output = try await space.xbuild(
                "recipe", "tiny", "other", "--output", "both", "--events", "events.json")
            #expect(output.status == 0, "\(output.err)")
            #expect(space.exists("both/tiny-1.0/manifest.json"))
            let log = try space.events("events.json")
            let totals = log.events.compactMap { if case .runStarted(let steps, _) = $0 { steps } else { nil } }
            #expect(totals.count == 1)
            let built = log.finished(.built).count
            let found = totals[0] - built
            #expect(built > 1 && found > 1)
            #expect(output.err.contains("note: the store had lost or damaged 1 blob; "), "\(output.err)")
            #expect(output.err.contains("\n\(built) built, \(found) from the store in "), "\(output.err)")
            #expect(try await space.xbuild("report", "events.json").status == 0)
            let page = try space.read("report.html")
            #expect(page.ranges(of: #""state":"built""#).count == built)
            #expect(page.ranges(of: #""state":"cached""#).count == found)
        }

        @Test func `one run repairs a store in which every blob is damaged`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny", "--output", "first")
            let count = try space.damageEveryBlob()
            let output = try await space.xbuild("recipe", "tiny", "--output", "second")
            #expect(output.status == 0, "\(output.err)")
            let notes = output.err.matches(
                of: /note: the store had lost or damaged (?<blobs>[0-9]+) blobs; (?<steps>[0-9]+) steps ran again\n/)
            #expect(notes.count == 1 && notes.first?.blobs == "\(count)", "\(count): \(output.err)")
            #expect(output.err.contains("\n\(notes.first?.steps ?? "") built"), "\(output.err)")
            #expect(try space.contents("second").differences(from: space.contents("first")) == [])
            let verified = try await space.xbuild("store", "verify")
            #expect(verified.status == 0, "\(verified.out)\(verified.err)")
            let again = try await space.xbuild("recipe", "tiny", "--output", "third")
            #expect(space.talk(again) == "\(SmallLibrary.steps) from the store in TIME\n")
        }

        @Test func `a damaged source is fetched again before it is patched`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            #expect(try await space.xbuild("patch", "tiny").status == 0)
            let expected = try space.contents("tiny-1.0-source")
            try space.remove("tiny-1.0-source")
            _ = try space.damageEveryBlob()
            let output = try await space.xbuild("patch", "tiny")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.err.contains("note: the store had lost or damaged "), "\(output.err)")
            #expect(try space.contents("tiny-1.0-source").differences(from: expected) == [])
        }

        @Test func `a damaged module map is written again`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try space.write("int f(void);\n", to: "headers/f.h")
            let first = try await space.xbuild("modulemap", "headers", "--name", "F")
            #expect(first.status == 0, "\(first.err)")
            _ = try space.damageEveryBlob()
            let again = try await space.xbuild(
                "modulemap", "headers", "--name", "F", "--output", "written",
                environment: ["XBUILD_MIRROR": SeedStore.mirror])
            #expect(again.status == 0 && again.out == first.out, "\(again.err)")
            #expect(try space.read("written/f.h") == "int f(void);\n")
        }
    }
}

extension TestSpace {
    /// Changes one byte of every blob in the store; returns the number of changed blobs.
    fileprivate func damageEveryBlob() throws -> Int {
        var count = 0
        for name in try contents("store/cas").files {
            let file = folder.appending(path: "store/cas/\(name)")
            var bytes = try Data(contentsOf: file)
            guard !bytes.isEmpty else { continue }
            bytes[bytes.count / 2] ^= 1
            try FileManager.default.removeItem(at: file)
            try bytes.write(to: file)
            count += 1
        }
        return count
    }
}
