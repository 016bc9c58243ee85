import Actions
import Basics
import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// Runs that sign the results of a remote cache, and runs that trust only signed ones.
    struct SignedResultTests {
        /// The servers that hold results, each with its own protocol.
        enum Server: String, CaseIterable, Sendable {
            case nginx, casd

            static let installed = allCases.filter { $0 != .casd || BuildboxServer.isInstalled }

            /// Returns the server's address, and the server, which runs as long as the value exists.
            func start() throws -> (address: String, server: Any) {
                switch self {
                case .nginx:
                    let server = try CacheServer()
                    return (server.address, server)
                case .casd:
                    let server = try BuildboxServer()
                    return (server.address, server)
                }
            }
        }

        /// Returns a space with the library `tiny` and two keys, `alice` and `bob`.
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            for name in ["alice", "bob"] {
                let made = try await space.xbuild("store", "keygen", name)
                #expect(made.status == 0 && made.out == "\(name).pub\n", "\(made.err)")
            }
            return space
        }

        /// Builds `tiny` with a store, an output folder and an event log that are named after `name`.
        @discardableResult
        private func build(
            _ space: TestSpace, _ name: String, _ remote: String?, _ more: String...,
            environment: [String: String] = [:]
        ) async throws -> TestSpace.Output {
            let command = ["recipe", "tiny", "--output", name, "--store", "store-\(name)", "--events", "\(name).json"]
            let address = remote.map { ["--remote", $0] } ?? []
            let output = try await space.xbuild(command + address + more, environment: environment)
            #expect(output.status == 0 && !output.err.contains("warning:"), "\(name): \(output.err)")
            return output
        }

        private func built(_ space: TestSpace, _ name: String) throws -> Int {
            try space.events("\(name).json").finished(.built).count
        }

        private static let note =
            "note: \(SmallLibrary.steps) results of the cache are not signed by a trusted key\n"

        // MARK: Whose results are used

        @Test(arguments: Server.installed)
        func `results that a trusted key signed are used, and no others`(_ server: Server) async throws {
            let (space, cache) = (try await prepared(), try server.start())
            defer { withExtendedLifetime(cache) {} }
            try await build(space, "one", cache.address, "--sign-with", "alice")
            let trusting = try await build(space, "trusting", cache.address, "--trust", "alice.pub")
            #expect(try built(space, "trusting") == 0)
            #expect(!trusting.err.contains("note:"), "\(trusting.err)")
            #expect(trusting.err.contains("remote cache: \(SmallLibrary.steps) hits, 0 misses"), "\(trusting.err)")
            try await build(space, "both", cache.address, "--trust", "bob.pub", "--trust", "alice.pub")
            #expect(try built(space, "both") == 0)

            let other = try await build(space, "other", cache.address, "--trust", "bob.pub")
            #expect(try built(space, "other") == SmallLibrary.steps)
            #expect(other.err.contains(Self.note), "\(other.err)")
            #expect(other.err.components(separatedBy: "note:").count == 2, "\(other.err)")
            // That run did not replace the signed results.
            try await build(space, "again", cache.address, environment: ["XBUILD_TRUST": "bob.pub:alice.pub"])
            #expect(try built(space, "again") == 0)
            for name in ["trusting", "both", "other", "again"] {
                #expect(try space.contents(name).differences(from: space.contents("one")) == [], "\(name)")
            }
        }

        @Test(arguments: Server.installed)
        func `unsigned results are misses, and warm replaces them by signed ones`(_ server: Server) async throws {
            let (space, cache) = (try await prepared(), try server.start())
            defer { withExtendedLifetime(cache) {} }
            try await build(space, "one", cache.address)
            let output = try await build(space, "two", cache.address, "--trust", "alice.pub")
            #expect(try built(space, "two") == SmallLibrary.steps)
            #expect(output.err.contains(Self.note), "\(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])

            let missing = try await space.xbuild("warm", "--check", "--remote", cache.address, "--trust", "alice.pub")
            #expect(missing.status == 1 && missing.err.contains("signed by a trusted key"), "\(missing.err)")
            let warm = try await space.xbuild(
                "warm", "--remote", cache.address, environment: ["XBUILD_SIGN_WITH": "alice"])
            #expect(warm.status == 0, "\(warm.err)")
            try await build(space, "three", cache.address, "--trust", "alice.pub")
            #expect(try built(space, "three") == 0)
            let complete = try await space.xbuild("warm", "--check", "--remote", cache.address, "--trust", "alice.pub")
            #expect(complete.status == 0, "\(complete.err)")
        }

        // MARK: Attacks

        @Test func `a cache that swaps results causes misses and the same bytes`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            try await build(space, "one", server.address, "--sign-with", "alice")
            let results = server.data.appending(path: "ac")
            let files = try FileManager.default.contentsOfDirectory(at: results, includingPropertiesForKeys: nil)
                .sorted { $0.path < $1.path }
            let contents = try files.map { try Data(contentsOf: $0) }
            for (index, file) in files.enumerated() { try contents[(index + 1) % files.count].write(to: file) }
            let output = try await build(space, "two", server.address, "--trust", "alice.pub")
            #expect(try built(space, "two") == SmallLibrary.steps)
            #expect(output.err.contains(Self.note), "\(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
        }

        @Test(
            .enabled(if: BuildboxServer.isInstalled && ExecutionFront.isInstalled, "no server: `scripts/setup tests`"))
        func `a gRPC cache that swaps results causes misses and the same bytes`() async throws {
            let (space, server) = (try await prepared(), try BuildboxServer())
            let front = try ExecutionFront(before: server.port, .mixUp)
            try await build(space, "one", front.address, "--sign-with", "alice")
            let output = try await build(space, "two", front.address, "--trust", "alice.pub")
            #expect(try built(space, "two") > 0)
            #expect(output.err.contains("not signed by a trusted key"), "\(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
        }

        /// Without trust, the claim that a command ran in a sandbox is believed.
        @Test(.enabled(if: BuildboxServer.runsActions, "no working bubblewrap"))
        func `a forged worker claim passes --sandbox require only without trust`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            try await build(space, "one", server.address, "--sign-with", "alice", "--sandbox", "off")
            let honest = try await build(
                space, "honest", server.address, "--trust", "alice.pub", "--sandbox", "require",
                "--remote-access", "read-only")
            let commands = try built(space, "honest")
            #expect(commands > 0 && !honest.err.contains("note:"), "\(honest.err)")
            for file in try FileManager.default.contentsOfDirectory(
                at: server.data.appending(path: "ac"), includingPropertiesForKeys: nil)
            {
                try Self.forge(file, space) { result in
                    if result.metadata.worker == ActionResult.Metadata.direct {
                        result.metadata.worker = ActionResult.Metadata.sandboxed
                    }
                }
            }
            try await build(
                space, "careless", server.address, "--sandbox", "require", "--remote-access", "read-only")
            #expect(try built(space, "careless") == 0)
            let careful = try await build(
                space, "careful", server.address, "--sandbox", "require", "--trust", "alice.pub")
            #expect(try built(space, "careful") == commands)
            #expect(careful.err.contains("note: \(commands) results of the cache are not signed"), "\(careful.err)")
            #expect(try space.contents("careful").differences(from: space.contents("one")) == [])
        }

        /// Replaces a result of an HTTP cache by a changed one for the same action, with the old signature.
        private static func forge(
            _ file: URL, _ space: TestSpace, _ change: (inout ActionResult) -> Void
        ) throws {
            let hex = file.lastPathComponent
            let message = try Data(contentsOf: space.folder.appending(path: "store-one/cas/\(hex.prefix(2))/\(hex)"))
            var result = try #require(try ReceivedResult(encoded: Array(Data(contentsOf: file))).claim)
            change(&result)
            try Data(result.encoded(for: Digest(of: Array(message)))).write(to: file)
        }

        // MARK: The store of this machine

        @Test func `results that were downloaded without trust are not used later with trust`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            try await build(space, "one", server.address)
            try await build(space, "two", server.address, "--download", "all")
            #expect(try built(space, "two") == 0)
            // No cache is needed for them.
            try await build(space, "two", nil)
            #expect(try built(space, "two") == 0)
            let careful = try await build(space, "two", nil, "--trust", "alice.pub")
            #expect(try built(space, "two") == SmallLibrary.steps)
            #expect(careful.err.contains(Self.note), "\(careful.err)")
            // This machine has made them now.
            let again = try await build(space, "two", nil, environment: ["XBUILD_TRUST": "alice.pub"])
            #expect(try built(space, "two") == 0 && !again.err.contains("note:"), "\(again.err)")
        }

        @Test func `a downloaded result keeps its signature`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            try await build(space, "one", server.address, "--sign-with", "alice")
            try await build(space, "two", server.address, "--download", "all")
            try await build(space, "two", nil, "--trust", "alice.pub")
            #expect(try built(space, "two") == 0)
            try await build(space, "two", nil, "--trust", "bob.pub")
            #expect(try built(space, "two") == SmallLibrary.steps)
        }

        // MARK: Arguments

        /// Arguments with faulty keys, and the message.
        static let faults: [(arguments: [String], message: String)] = [
            (["--trust", "nowhere"], "cannot open"), (["--trust", "alice"], "not a `PUBLIC KEY`"),
            (["--sign-with", "alice.pub"], "not a `PRIVATE KEY`"), (["--sign-with", "open"], "chmod 600"),
            (["--sign-with", "pipe"], "is not a file"), (["--sign-with", "."], "is not a file"),
            (["--trust", "checkout/recipes/tiny/recipe.yaml"], "not a key in PEM format"),
            (["--trust", "alice.pub", "--execute"], "`--execute`"),
            (["--sign-with", "alice", "--execute"], "`--execute`"),
        ]

        @Test(arguments: faults.indices) func `a wrong key gives exit status 2 at once`(_ index: Int) async throws {
            let (space, fault) = (try await prepared(), Self.faults[index])
            try await space.run("sh", ["-euc", "cp alice open; chmod 640 open; mkfifo -m 600 pipe"])
            let output = try await space.xbuild(["recipe", "tiny", "--remote", "grpc://localhost:1"] + fault.arguments)
            #expect(output.status == 2 && output.err.contains(fault.message), "\(output.err)")
            #expect(!space.exists("store"))
        }

        @Test func `a key to sign with needs a cache`() async throws {
            let space = try await prepared()
            let output = try await space.xbuild("recipe", "tiny", "--sign-with", "alice")
            #expect(output.status == 2 && output.err.contains("hint: name one with --remote"), "\(output.err)")
            // The environment may name one for all runs.
            try await build(space, "one", nil, environment: ["XBUILD_SIGN_WITH": "alice"])
        }

        @Test func `keygen makes keys that openssl reads, and overwrites none`() async throws {
            let space = try await prepared()
            let read = try await space.run("openssl", ["pkey", "-in", "alice", "-pubout"])
            #expect(try read.status == 0 && read.out == space.read("alice.pub"), "\(read.err)")
            let mode = try await space.run("stat", ["-c", "%a", "alice"])
            #expect(mode.out == "600\n")
            let before = try space.read("alice")
            let again = try await space.xbuild("store", "keygen", "alice")
            #expect(again.status == 2 && again.err.contains("already exists"), "\(again.err)")
            #expect(try space.read("alice") == before)
            let nowhere = try await space.xbuild("store", "keygen", "no/such/folder")
            #expect(nowhere.status == 2, "\(nowhere.err)")
        }
    }
}
