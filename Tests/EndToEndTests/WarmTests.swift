import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// `xbuild warm`.
    struct WarmTests {
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try await SmallLibrary(name: "other").install(in: space)
            return space
        }

        @Test func `after warm, the cache has all results`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let cold = try await space.xbuild("warm", "--remote", server.address, "--check")
            #expect(cold.status == 1, "\(cold.err)")
            let run = try await space.xbuild(
                "warm", "--remote", server.address, "--json", "summary.json", "--junit", "junit.xml", "--markdown",
                "page.md")
            #expect(run.status == 0, "\(run.err)")
            #expect(run.err.contains(#/[0-9]+ misses, [0-9]+ built in /#), "\(run.err)")
            let other = try await space.xbuild("warm", "--store", "fresh", "--remote", server.address, "--check")
            #expect(other.status == 0, "\(other.err)")
            let python = try await space.run(
                "python3",
                [
                    "-c",
                    """
                    import json, xml.etree.ElementTree as xml
                    summary = json.load(open("summary.json"))
                    junit = xml.parse("junit.xml").getroot()
                    steps = junit.findall(".//testcase")
                    numbers = {p.get("name"): p.get("value") for p in junit.findall("testsuite/properties/property")}
                    remote = summary["remote"]
                    told = {k: summary[k] for k in ("hits", "misses", "built", "failed", "secondsSaved")}
                    told |= {k: remote[k] for k in ("uploadedBytes", "downloadedBytes")}
                    assert summary["misses"] > 8 and remote["uploadedBytes"] > 1000
                    assert all(float(numbers[k]) == round(v, 3) for k, v in told.items()), (numbers, told)
                    print(summary["failed"], summary["left"], summary["built"] + summary["hits"] == len(steps) > 8,
                          summary["remote"]["uploadedResults"] == summary["built"])
                    """,
                ])
            #expect(python.out == "0 0 True True\n", "\(python.err)")
            #expect(try space.read("page.md").contains("| failed | 0 |"))
        }

        @Test func `results that the store has already are uploaded`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            _ = try await space.xbuild("warm")
            #expect(try await space.xbuild("warm", "--remote", server.address).status == 0)
            #expect(
                try await space.xbuild("warm", "--store", "fresh", "--remote", server.address, "--check").status == 0)
        }

        @Test func `a run that exhausts its budget succeeds, and the next run continues`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"2\" }"]).install(in: space)
            let short = try await space.xbuild("warm", "--budget", "1s", "--jobs", "1")
            #expect(short.status == 0, "\(short.err)")
            #expect(short.err.contains("left for the next run"), "\(short.err)")
            #expect(try await space.xbuild("warm", "--check").status == 1)
            let rest = try await space.xbuild("warm")
            #expect(rest.status == 0 && rest.err.contains("hits"), "\(rest.err)")
            #expect(try await space.xbuild("warm", "--check").status == 0)
        }

        @Test func `with a lost blob, --check reports missing results and warm rebuilds them`() async throws {
            let space = try await prepared()
            _ = try await space.xbuild("warm")
            try space.write("Do as you like.\n", to: "license")
            let hash = try space.sha256("license")
            let file = space.path("store/cas/\(hash.prefix(2))/\(hash)")
            try FileManager.default.removeItem(atPath: file)
            let check = try await space.xbuild("warm", "--check")
            #expect(check.status == 1 && !check.err.contains(" 0 missing"), "\(check.err)")
            let run = try await space.xbuild("warm")
            #expect(run.status == 0, "\(run.err)")
            #expect(run.err.contains(#/[0-9]+ hits, (?<count>[0-9]+) misses, \k<count> built in /#), "\(run.err)")
            #expect(try await space.xbuild("warm", "--check").status == 0)
            #expect(try await space.xbuild("store", "verify").status == 0)
        }

        @Test func `the shards together run every build`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[linux-gnu-x86_64, linux-gnu-aarch64]").install(in: space)
            try await SmallLibrary(name: "other").install(in: space)
            let matrix = try await space.xbuild("warm", "--matrix", "2")
            #expect(matrix.out.contains(#""shard":"1/2""#) && matrix.out.contains(#""shard":"2/2""#), "\(matrix.out)")
            for shard in ["1/2", "2/2"] {
                let output = try await space.xbuild("warm", "--shard", shard, "--json", "\(shard.first ?? "0").json")
                #expect(output.status == 0, "\(output.err)")
            }
            let rest = try await space.xbuild("warm", "--json", "rest.json")
            #expect(rest.status == 0)
            // Only steps that need several targets at once are left: the state of every build is `hit`.
            let builds = #/"kind": \{\s*"build": [^\]]*"state": "(?<state>[a-z]+)"/#
            let states = try space.read("rest.json").matches(of: builds).map { String($0.state) }
            #expect(states == ["hit", "hit", "hit"])
        }

        @Test func `the save key depends on the store's contents`() async throws {
            let space = try await prepared()
            let empty = try await space.xbuild("warm", "--save-key")
            _ = try await space.xbuild("warm", "--recipes", "tiny")
            let one = try await space.xbuild("warm", "--save-key")
            let again = try await space.xbuild("warm", "--save-key")
            #expect(empty.out != one.out && one.out == again.out)
            #expect(one.out.contains(/^xbuild-linux-gnu-[a-z0-9_]+-[0-9a-f]{24}\n$/), "\(one.out)")
        }

        @Test func `a failed build is reported, and other builds continue`() async throws {
            let space = try await prepared()
            try await SmallLibrary(name: "broken", files: ["one.c": "no C\n"]).install(in: space)
            let output = try await space.xbuild("warm", "--junit", "junit.xml", "--markdown", "page.md")
            #expect(output.status == 1, "\(output.err)")
            #expect(try space.read("junit.xml").contains("<failure"))
            #expect(try space.read("page.md").contains("build broken 1.0"))
            #expect(try await space.xbuild("warm", "--recipes", "tiny,other", "--check").status == 0)
        }
    }
}
