import Foundation
import TestServers
import TestSupport
import Testing

extension EndToEnd {
    /// Bazel and xbuild with one store or one cache server. Their actions differ, so they share only the storage, and
    /// neither may report the other's files as broken.
    @Suite(.enabled(if: (try? Tool.url("bazel")) != nil, "bazel is not installed (Debian: bazel-bootstrap)"))
    struct BazelTests {
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try space.write("", to: "bazel/WORKSPACE")
            try space.write(
                "genrule(name = \"hello\", outs = [\"hello.txt\"], cmd = \"echo made by bazel > $@\")\n",
                to: "bazel/BUILD")
            return space
        }

        /// Runs Bazel with a separate output folder, so that it gets earlier results only from the cache. Returns
        /// Bazel's messages.
        private func bazel(_ space: TestSpace, _ name: String, _ cache: String) async throws -> String {
            var variables = space.environment
            variables["USER"] = "user"
            let workspace = space.folder.appending(path: "bazel")
            let output = try await TestProgram.run(
                "bazel",
                [
                    "--batch", "--output_user_root=\(space.path("bazel-\(name)"))",
                    "build",
                    "//:hello", cache, "--symlink_prefix=/",
                ],
                in: workspace, environment: variables)
            // Bazel makes its folders read-only, and the test must be able to remove them.
            try await space.run("chmod", ["-R", "u+w", space.path("bazel-\(name)")])
            #expect(output.status == 0, "\(output.err)")
            return output.err
        }

        @Test func `with one store, Bazel and xbuild each reuse their own results`() async throws {
            let space = try await prepared()
            let first = try await space.xbuild("recipe", "tiny", "--output", "one")
            #expect(first.status == 0, "\(first.err)")
            let disk = "--disk_cache=\(space.path("store"))"
            #expect(!(try await bazel(space, "one", disk)).contains("cache hit"))
            // `store verify` accepts the files of both programs.
            let verified = try await space.xbuild("store", "verify")
            #expect(verified.status == 0, "\(verified.out)")
            let second = try await space.xbuild("recipe", "tiny", "--output", "two", "--events", "two.json")
            #expect(second.status == 0, "\(second.err)")
            #expect(try space.events("two.json").finished(.built) == [])
            let collected = try await space.xbuild("store", "gc", "--max-size", "1G")
            #expect(collected.status == 0, "\(collected.err)")
            #expect(try await bazel(space, "two", disk).contains("1 remote cache hit"))
        }

        @Test func `with one cache server, Bazel and xbuild each reuse their own results`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let first = try await space.xbuild("recipe", "tiny", "--remote", server.address)
            #expect(first.status == 0, "\(first.err)")
            let remote = "--remote_cache=\(server.address)"
            #expect(!(try await bazel(space, "one", remote)).contains("cache hit"))
            #expect(try await bazel(space, "two", remote).contains("1 remote cache hit"))
            let second = try await space.xbuild(
                "recipe", "tiny", "--store", "other", "--output", "two", "--remote", server.address)
            #expect(second.err.contains("\(SmallLibrary.steps) hits, 0 misses"), "\(second.err)")
        }
    }
}
