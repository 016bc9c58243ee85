import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// The results that `--sandbox require` accepts, and what users learn about a missing sandbox.
    struct SandboxResultTests {
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            return space
        }

        private func build(
            _ space: TestSpace, _ name: String, sandbox: String, remote: String? = nil, store: String? = nil
        ) async throws -> TestSpace.Output {
            var variables = ["XBUILD_STORE": space.path("store-\(store ?? name)")]
            variables["XBUILD_REMOTE"] = remote
            return try await space.xbuild(
                "recipe", "tiny", "--output", name, "--events", "\(name).json", "--sandbox", sandbox,
                environment: variables)
        }

        /// The steps that run commands. The others are built-in and have no sandbox.
        private func commands(_ space: TestSpace, _ name: String) throws -> Set<String> {
            Set(try space.events("\(name).json").finished(.built)).filter { $0.contains("build tiny") }
        }

        /// The values have the length of `local-unsandboxed`, so that the messages stay valid.
        private static let workers = [
            "local-unsandboxed", "local-weak-sandbx", "local-sandbox-two", "Local-sandbox....", "worker-0123456789",
        ]

        @Test(.enabled(if: SandboxTool.works, "bubblewrap does not work here"), arguments: workers + [""])
        func `require rebuilds results of a cache whose worker had no sandbox`(_ worker: String) async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let first = try await build(space, "one", sandbox: "off", remote: server.address)
            #expect(first.status == 0, "\(first.err)")
            try rename(to: worker, in: server)
            let auto = try await build(space, "auto", sandbox: "auto", remote: server.address)
            #expect(auto.status == 0, "\(auto.err)")
            #expect(try commands(space, "auto").isEmpty, "the changed results are usable otherwise")
            let second = try await build(space, "two", sandbox: "require", remote: server.address)
            #expect(second.status == 0, "\(second.err)")
            #expect(try !commands(space, "two").isEmpty)
            // The same store, which has the result of the cache now.
            let third = try await build(space, "three", sandbox: "require", store: "auto")
            #expect(third.status == 0, "\(third.err)")
            #expect(try commands(space, "three") == commands(space, "two"))
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
        }

        /// Replaces the worker in every result of the cache. Without a name, the field gets another number.
        private func rename(to worker: String, in server: CacheServer) throws {
            let folder = server.data.appending(path: "ac")
            var count = 0
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let file = folder.appending(path: name)
                var bytes = try Data(contentsOf: file)
                let old = Data("local-unsandboxed".utf8)
                guard let range = bytes.firstRange(of: old) else { continue }
                count += 1
                if worker.isEmpty {
                    try #require(bytes[range.lowerBound - 2] == 0x0A)
                    bytes[range.lowerBound - 2] = 15 << 3 | 2
                } else {
                    bytes.replaceSubrange(range, with: Data(worker.utf8))
                }
                try bytes.write(to: file)
            }
            #expect(count > 0)
        }

        @Test(
            .enabled(if: SandboxTool.works && getuid() == 0, "only root can become another user"))
        func `root and an ordinary user make the same results in the sandbox`() async throws {
            // The same recipe, because the archives of two spaces have different times.
            let (own, other) = (try await prepared(), try TestSpace())
            var environment = other.environment
            environment["XBUILD_HOME"] = own.environment["XBUILD_HOME"]
            let words = ["recipe", "tiny", "--sandbox", "require"]
            let first = try await own.xbuild(words)
            #expect(first.status == 0, "\(first.err)")
            try await other.run("chown", ["-R", "65534:65534", other.path("")])
            let second = try await other.run(
                "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", TestSpace.binary] + words,
                environment: environment)
            #expect(second.status == 0, "\(second.err)")
            #expect(try other.contents("dist").differences(from: own.contents("dist")) == [])
            #expect(own.storedKeys == other.storedKeys && !own.storedKeys.isEmpty)
        }

        /// Runs xbuild where user namespaces are forbidden, as in many containers, if root may forbid them.
        private func withoutNamespaces(_ space: TestSpace, _ arguments: [String]) async throws -> TestSpace.Output {
            try await space.run(
                "unshare",
                ["-U", "-r", "sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"", "sh"]
                    + [TestSpace.binary] + arguments)
        }

        @Test(.enabled(if: SandboxTool.canForbid, "user namespaces cannot be forbidden here"))
        func `without user namespaces, auto reports it once in each run and require refuses`() async throws {
            let space = try await prepared()
            let build = ["recipe", "tiny", "--events", "events.json"]
            for expected in [false, true, true] {
                let output = try await withoutNamespaces(space, build)
                #expect(output.status == 0, "\(output.err)")
                let warnings = output.err.split(separator: "\n").filter {
                    $0.contains("actions run without a sandbox: ")
                }
                #expect(warnings.count == 1, "\(output.err)")
                #expect(try space.events("events.json").finished(.built).isEmpty == expected)
            }
            // Elsewhere, the same store has a sandbox, and says so without a warning.
            let here = try await space.xbuild(build)
            #expect(here.status == 0 && !here.err.contains("without a sandbox"), "\(here.err)")
            let strict = try await withoutNamespaces(
                space, ["recipe", "tiny", "--sandbox", "require", "--store", "new"])
            #expect(strict.status != 0)
            #expect(strict.err.contains("error: the sandbox does not work here: bwrap: "), "\(strict.err)")
        }
    }
}

/// What bubblewrap and the kernel permit to the tests.
enum SandboxTool {
    static let works = runs("bwrap", ["--unshare-all", "--ro-bind", "/", "/", "true"])
    static let canForbid =
        works && runs("unshare", ["-U", "-r", "sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces"])

    private static func runs(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
