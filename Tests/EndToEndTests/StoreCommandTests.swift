import Foundation
import Store
import SystemPackage
import Testing

extension EndToEnd {
    /// `xbuild store` and `xbuild explain`.
    struct StoreCommandTests {
        private func built() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--events", "events.json")
            #expect(output.status == 0, "\(output.err)")
            return space
        }

        /// Returns the key of the step whose title has this prefix.
        private func key(of title: String, in space: TestSpace) throws -> String {
            let line = try space.read("events.json").split(separator: "\n")
                .first { $0.contains("stepFinished") && $0.contains("\"title\":\"\(title)") }
            return try #require(line?.firstMatch(of: /"key":"([0-9a-f]{64})/)?.1).description
        }

        @Test func `store show lists all inputs of an action`() async throws {
            let space = try await built()
            let key = try key(of: "build tiny", in: space)
            let shown = try await space.xbuild("store", "show", String(key.prefix(12)))
            #expect(shown.status == 0, "\(shown.err)")
            for part in [
                "environment  LC_ALL=C", "platform     OSFamily=linux", "input        ", "--- script ", "--- log",
            ] {
                #expect(shown.out.contains(part), "\(part) in \(shown.out)")
            }
            let script = try await space.xbuild("store", "show", key, "--script")
            #expect(script.out.contains("configure"))
            let nothing = try await space.xbuild("store", "show", "0123456789abcdef")
            #expect(nothing.status == 2)
        }

        @Test func `a damaged store is detected and repaired`() async throws {
            let space = try await built()
            let library = try #require(try space.largestBlob())
            try await space.run(
                "sh", ["-c", "chmod u+w \"$1\"; printf X | dd of=\"$1\" conv=notrunc status=none", "sh", library])
            let found = try await space.xbuild("store", "verify")
            #expect(found.status == 1, "\(found.out)\(found.err)")
            #expect(found.out.contains("has the bytes of"))
            let again = try await space.xbuild("recipe", "tiny", "--output", "again")
            #expect(again.status == 0, "\(again.err)")
            #expect(try space.contents("again").differences(from: space.contents("dist")) == [])
            #expect(try await space.xbuild("store", "verify").status == 0)
        }

        @Test func `store missing reports the blobs that are not in the store`() async throws {
            let space = try await built()
            let there = try #require(try space.largestBlob())
            let size = try Data(contentsOf: URL(filePath: there)).count
            let name = URL(filePath: there).lastPathComponent
            let gone = String(repeating: "0a", count: 32) + "/7"
            // The same hash with another size is the digest of another blob.
            try space.write("\(name)/\(size)\n\(gone)\n\(name)/\(size + 1)\n", to: "digests")
            let output = try await space.xbuild("store", "missing", "digests")
            #expect(output.status == 0 && output.out == "\(gone)\n\(name)/\(size + 1)\n", "\(output.err)")
            try space.write("\(gone)\nnonsense\n", to: "digests")
            let wrong = try await space.xbuild("store", "missing", "digests")
            #expect(wrong.status == 2 && wrong.err == "error: line 2 of `digests` is not `HASH/SIZE`\n")
        }

        @Test func `store show --raw prints a blob unchanged`() async throws {
            let space = try TestSpace()
            let blob = try DiskStore(at: FilePath(space.path("store"))).put([0xFF, 0x00, 0xFE, 0x0A])
            let output = try await space.run(
                "sh", ["-c", "\"$0\" store show --raw \(blob.hash.hex) | od -An -tx1", TestSpace.binary],
                environment: space.environment)
            #expect(output.out == " ff 00 fe 0a\n", "\(output.err)")
        }

        @Test func `verify reports and removes an empty result file`() async throws {
            let space = try await built()
            let folder = space.path("store/ac")
            let file = try #require(
                FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
                    .first { !$0.hasSuffix("/") && $0.count > 60 })
            try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            try Data().write(to: URL(filePath: "\(folder)/\(file)"))
            let verified = try await space.xbuild("store", "verify")
            #expect(verified.status != 0 && verified.out.contains(file.suffix(64)), "\(verified.out)\(verified.err)")
            let again = try await space.xbuild("store", "verify")
            #expect(again.status == 0, "\(again.out)")
        }

        @Test func `plan --workers simulates each number of workers`() async throws {
            let space = try await built()
            let output = try await space.xbuild("plan", "tiny", "--workers", "1,2,500", "--json")
            let python = try await space.run(
                "python3",
                [
                    "-c",
                    """
                    import json, sys
                    told = json.loads(sys.argv[1])
                    one, two, many = told["rows"]
                    near = lambda left, right: abs(left - right) < 1e-6 * right
                    print(told["steps"] == told["recorded"] > 5, told["guessed"], one["workers"], many["workers"],
                          one["seconds"] >= told["seconds"] >= two["bound"], near(one["bound"], told["seconds"]),
                          near(many["bound"], told["criticalPath"]), two["bytesFetched"] >= one["bytesFetched"] > 0)
                    """, output.out,
                ])
            #expect(python.out == "True 0 1 500 True True True True\n", "\(output.err)\(output.out)\(python.err)")
            let wrong = try await space.xbuild("plan", "tiny", "--workers", "0")
            #expect(wrong.status == 2)
        }

        @Test func `after a collection, a build gives the same package`() async throws {
            let space = try await built()
            let all = try await space.xbuild("store", "gc")
            #expect(all.out.hasSuffix("within the limit of 20.0 GiB: nothing removed\n"), "\(all.out)")
            let forecast = try await space.xbuild("store", "gc", "--max-size", "0", "--dry-run")
            #expect(forecast.out.hasPrefix("would remove \(SmallLibrary.steps) results"), "\(forecast.out)")
            let none = try await space.xbuild("store", "gc", "--max-size", "0")
            #expect(none.status == 0 && none.out.hasSuffix(", and has 0 B\n"), "\(none.out)")
            let again = try await space.xbuild("recipe", "tiny", "--output", "again")
            #expect(again.status == 0, "\(again.err)")
            #expect(try space.contents("again").differences(from: space.contents("dist")) == [])
            let usage = try await space.xbuild("store", "du")
            #expect(usage.out.contains(try Regex("results\\s+\(SmallLibrary.steps)\\s")), "\(usage.out)")
        }

        @Test func `explain names the file and the arguments that changed a key`() async throws {
            let space = try await built()
            let same = try await space.xbuild("explain", "tiny")
            #expect(same.out == "0 keys differ, \(SmallLibrary.steps) are the same\n", "\(same.out)\(same.err)")
            let first = try await space.xbuild("explain", "tiny", "--json")
            try space.write(first.out, to: "known.json")
            try await SmallLibrary(build: ["cflags: -DTINY_EXTRA=1"]).install(in: space)
            for against in [[], ["--against", "known.json"], ["--against", "store"]] {
                let output = try await space.run(
                    TestSpace.binary, ["explain", "tiny", "--target", "linux-gnu-x86_64"] + against,
                    environment: space.environment)
                #expect(output.status == 0, "\(output.err)")
                #expect(output.out.contains("linux-gnu-x86_64: build tiny 1.0\n"), "\(output.out)")
                #expect(output.out.contains("an input changed: `run.sh`"), "\(output.out)")
                #expect(output.out.contains("    with `"), "\(output.out)")
                #expect(output.out.contains("-DTINY_EXTRA=1"), "\(output.out)")
            }
            let wrong = try await space.xbuild("explain", "tiny", "--against", "nowhere")
            #expect(wrong.status == 2)
        }

        @Test func `explain --target finds the keys of slices that a run built together`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(targets: "[macos-arm64, macos-x86_64]", build: ["slices: together"])
                .install(in: space)
            let built = try await space.xbuild("recipe", "tiny")
            try #require(built.status == 0, "\(built.err)")
            // The keys are those of the build of both targets, and of this target's header check and compilation of the
            // module.
            let same = try await space.xbuild("explain", "tiny", "--target", "macos-arm64")
            #expect(same.out == "0 keys differ, 3 are the same\n", "\(same.out)\(same.err)")
        }
    }
}

extension TestSpace {
    /// Returns the path of the largest blob in the store.
    func largestBlob() throws -> String? {
        let folder = path("store/cas")
        let files = FileManager.default.enumerator(atPath: folder)?.allObjects.compactMap { $0 as? String } ?? []
        let sized = try files.map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            let isFile = attributes[.type] as? FileAttributeType == .typeRegular
            return ("\(folder)/\(name)", isFile ? attributes[.size] as? Int ?? 0 : 0)
        }
        return sized.max { $0.1 < $1.1 }?.0
    }
}
