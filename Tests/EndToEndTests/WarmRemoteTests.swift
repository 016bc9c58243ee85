import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// `xbuild warm` and the remote cache that it fills.
    struct WarmRemoteTests {
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            return space
        }

        private func check(_ space: TestSpace, _ address: String? = nil) async throws -> Int {
            let remote = address.map { ["XBUILD_REMOTE": $0] } ?? [:]
            return try await space.xbuild("warm", "--check", environment: remote).status
        }

        /// The contents of a file in the library's source, which is an output of a step.
        private static let license = Array("Do as you like.\n".utf8)

        @Test func `the check with a cache queries the cache and not the local store`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            #expect(try await space.xbuild("warm").status == 0)
            #expect(try await check(space) == 0)
            #expect(try await check(space, server.address) == 1)
            #expect(try await space.xbuild("warm", "--remote", server.address).status == 0)
            #expect(try await check(space, server.address) == 0)
        }

        @Test func `a blob that a cache server lost is uploaded again`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            try space.write("Do as you like.\n", to: "license")
            let file = server.data.appending(path: "cas/\(try space.sha256("license"))")
            try await repairing(space, server.address, file)
        }

        @Test(.enabled(if: BuildboxServer.isInstalled, "no buildbox-casd (`scripts/setup tests`)"))
        func `a blob that an execution server lost is uploaded again`() async throws {
            let (space, server) = (try await prepared(), try BuildboxServer())
            try space.write("Do as you like.\n", to: "license")
            try await repairing(space, server.address, server.file(of: space.sha256("license")))
        }

        private func repairing(_ space: TestSpace, _ address: String, _ file: URL) async throws {
            #expect(try await space.xbuild("warm", "--remote", address).status == 0)
            #expect(try await check(space, address) == 0)
            try FileManager.default.removeItem(at: file)
            #expect(try await check(space, address) == 1)
            let again = try await space.xbuild("warm", "--remote", address)
            #expect(again.status == 0 && !again.err.contains("warning:"), "\(again.err)")
            #expect(try await check(space, address) == 0)
            #expect(try Array(Data(contentsOf: file)) == Self.license)
        }

        @Test func `a blob that the store and the cache lost is rebuilt`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            #expect(try await space.xbuild("warm", "--remote", server.address).status == 0)
            let before = server.count(in: "ac")
            try space.write("Do as you like.\n", to: "license")
            let hash = try space.sha256("license")
            let file = server.data.appending(path: "cas/\(hash)")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.removeItem(atPath: space.path("store/cas/\(hash.prefix(2))/\(hash)"))
            #expect(try await check(space) == 1)
            let again = try await space.xbuild("warm", "--remote", server.address, "--json", "summary.json")
            #expect(again.status == 0 && !again.err.contains("warning:"), "\(again.err)")
            #expect(try await check(space) == 0)
            #expect(try await check(space, server.address) == 0)
            #expect(try Array(Data(contentsOf: file)) == Self.license)
            let counts = try space.read("summary.json")
            #expect(counts.contains(#/"built": [1-9]/#) && counts.contains(#/"failed": 0,/#), "\(counts)")
            #expect(server.count(in: "ac") == before)
        }

        @Test func `uploads that hang end soon after the budget and continue in the next run`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            #expect(try await space.xbuild("warm").status == 0)
            let proxy = try FaultProxy(before: server, .hang, after: 12)
            let begun = ContinuousClock.now
            let short = try await space.xbuild(
                "warm", "--remote", proxy.address, "--budget", "3s", "--markdown", "page.md",
                environment: ["XBUILD_REMOTE_TIMEOUT": "60"])
            #expect(short.status == 0, "\(short.err)")
            #expect(ContinuousClock.now - begun < .seconds(100))
            #expect(
                short.err.contains(/note: [0-9]+ results were not uploaded in time: the next run uploads them/),
                "\(short.err)")
            #expect(try space.read("page.md").contains("| results not uploaded | "))
            #expect(try await space.xbuild("warm", "--remote", server.address).status == 0)
            #expect(try await check(space, server.address) == 0)
        }

        @Test func `results are uploaded before the run ends`() async throws {
            let (space, server) = (try TestSpace(), try CacheServer())
            try await SmallLibrary(build: ["variables: { TINY_PAUSE: \"6000\" }"]).install(in: space)
            let run = try space.start("warm", "--remote", server.address)
            try await until("the cache has a result") { !run.isRunning || server.count(in: "ac") > 0 }
            #expect(run.isRunning, "\(run.talk)")
            run.send(SIGINT)
            #expect(try await run.end() == 130, "\(run.talk)")
        }
    }
}
