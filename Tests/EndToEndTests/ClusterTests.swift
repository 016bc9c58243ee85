import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// Runs that use a server of the Remote Execution API: its cache, and its workers.
    @Suite(.enabled(if: BuildboxServer.runsActions, "no buildbox-casd (`scripts/setup tests`), or no bubblewrap"))
    struct ClusterTests {
        private func prepared(_ library: SmallLibrary = SmallLibrary()) async throws -> TestSpace {
            let space = try TestSpace()
            try await library.install(in: space)
            return space
        }

        private static let targets = "[linux-gnu-x86_64, linux-gnu-aarch64]"
        private static let both = SmallLibrary(targets: targets)

        /// Returns a server whose workers can run the toolchains' tools.
        private static func cluster(jobs: Int = 2, keeping data: URL? = nil, port: Int? = nil) throws -> BuildboxServer
        {
            try BuildboxServer(jobs: jobs, visible: visible(), keeping: data, port: port)
        }

        private static func visible() throws -> [String] {
            let swift = try Tool.url("swift").resolvingSymlinksInPath().path.components(separatedBy: "/usr/bin/")[0]
            return swift.isEmpty || swift.hasPrefix("/usr/") ? [] : [swift]
        }

        /// Builds `tiny` with a store, an output folder and an event log that are named after `name`.
        private func build(_ space: TestSpace, _ name: String, _ more: String...) async throws -> TestSpace.Output {
            let command = ["recipe", "tiny", "--output", name, "--store", "store-\(name)", "--events", "\(name).json"]
            return try await space.run(TestSpace.binary, command + more)
        }

        @Test func `a run with an empty store gets every result from the cache`() async throws {
            let (space, server) = (try await prepared(), try BuildboxServer())
            let first = try await build(space, "one", "--remote", server.address)
            #expect(first.status == 0 && !first.err.contains("warning:"), "\(first.err)")
            let second = try await build(space, "two", "--remote", server.address)
            #expect(second.status == 0, "\(second.err)")
            #expect(try space.events("two.json").finished(.built) == [])
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
            #expect(second.err.contains("remote cache: \(SmallLibrary.steps) hits, 0 misses"), "\(second.err)")
        }

        @Test(arguments: [LinkProxy.Fault.hang, .drip, .cut, .flip])
        func `a faulty connection gives a warning and unchanged output`(_ fault: LinkProxy.Fault) async throws {
            let (space, server) = (try await prepared(), try BuildboxServer())
            let undisturbed = try await build(space, "one", "--remote", server.address)
            #expect(undisturbed.status == 0, "\(undisturbed.err)")
            let proxy = try LinkProxy(before: server.port, fault)
            let output = try await space.xbuild(
                "recipe", "tiny", "--output", "two", "--store", "store-two", "--remote", proxy.address,
                environment: ["XBUILD_REMOTE_TIMEOUT": "1"])
            #expect(output.status == 0, "\(fault): \(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [], "\(fault)")
            let verified = try await space.xbuild("store", "verify", "--store", "store-two")
            #expect(verified.status == 0, "\(fault): \(verified.out)")
            let warning = "warning: the cache `\(proxy.address)` is not used: "
            #expect(output.err.contains(warning), "\(fault): \(output.err)")
        }

        @Test(arguments: [
            ["XBUILD_REMOTE_TOKEN": "open-sesame-42"],
            ["XBUILD_REMOTE_HEADERS": "x-build: tests\nx-key: open-sesame-42"],
        ])
        func `a token or a header gives access and appears in no output`(_ right: [String: String]) async throws {
            let (space, server, files) = (try await prepared(), try BuildboxServer(), try TestCertificates())
            let front = try SecureFront(before: server.port, user: "ci", password: "open-sesame-42", files)
            func build(_ name: String, _ variables: [String: String]) async throws -> TestSpace.Output {
                try await space.xbuild(
                    "recipe", "tiny", "--output", name, "--store", "store-\(name)", "--events", "\(name).json",
                    "--remote", front.address,
                    environment: variables.merging(["XBUILD_REMOTE_CA": files.authority]) { $1 })
            }
            let first = try await build("one", right)
            #expect(first.status == 0 && !first.err.contains("warning:"), "\(first.err)")
            let second = try await build("two", right)
            #expect(try space.events("two.json").finished(.built) == [], "\(second.err)")
            let traces = try await space.run("grep", ["-rl", "open-sesame-42", "."])
            #expect(traces.out == "" && !(first.out + first.err + second.err).contains("open-sesame-42"))
            let wrong = try await build("three", right.mapValues { $0.replacing("42", with: "43") })
            #expect(wrong.status == 0)
            #expect(wrong.err.contains("is not used: the server denies access"), "\(wrong.err)")
        }

        @Test(.enabled(if: ExecutionFront.isInstalled, "Python has no grpcio: `scripts/setup tests`"))
        func `a result that the server returns for another action is rejected`() async throws {
            let (space, server) = (try await prepared(), try BuildboxServer())
            let front = try ExecutionFront(before: server.port, .mixUp)
            let first = try await build(space, "one", "--remote", front.address)
            #expect(first.status == 0 && !first.err.contains("warning:"), "\(first.err)")
            let second = try await build(space, "two", "--remote", front.address)
            #expect(second.status == 0, "\(second.err)")
            #expect(second.err.contains("warning: the cache `\(front.address)` is not used: "), "\(second.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
        }

        @Test func `remote commands have the same keys and outputs as local ones`() async throws {
            let (space, server) = (try await prepared(Self.both), try Self.cluster())
            let here = try await build(space, "here")
            #expect(here.status == 0, "\(here.err)")
            let there = try await build(space, "there", "--remote", server.address, "--execute")
            #expect(there.status == 0 && !there.err.contains("warning:"), "\(there.err)")
            #expect(try space.contents("there").differences(from: space.contents("here")) == [])
            #expect(try space.events("there.json").keys == space.events("here.json").keys)
            #expect(there.err.contains(", \(SmallLibrary.steps - 4) ran remotely"), "\(there.err)")
            #expect(try space.events("there.json").workers.count == SmallLibrary.steps - 4)
            let verified = try await space.xbuild("store", "verify", "--store", "store-there")
            #expect(verified.status == 0, "\(verified.out)")
            // The workers' results are in the cache as well.
            let later = try await build(space, "later", "--remote", server.address)
            #expect(try space.events("later.json").finished(.built) == [], "\(later.err)")
            #expect(try space.contents("later").differences(from: space.contents("here")) == [])
        }

        @Test(
            .enabled(if: BuildGridCluster.isInstalled, "no BuildGrid or no PostgreSQL: `scripts/setup interop`"),
            .timeLimit(.minutes(10)))
        func `commands on BuildGrid have the same keys and outputs as local ones`() async throws {
            let (space, server) = (try await prepared(), try BuildGridCluster(visible: Self.visible()))
            let here = try await build(space, "here")
            let there = try await build(space, "there", "--remote", server.address, "--execute")
            #expect(there.status == 0 && !there.err.contains("warning:"), "\(there.err)")
            #expect(there.err.contains(", \(SmallLibrary.steps - 5) ran remotely"), "\(there.err)")
            #expect(try space.contents("there").differences(from: space.contents("here")) == [])
            #expect(try space.events("there.json").keys == space.events("here.json").keys, "\(here.err)")
            let later = try await build(space, "later", "--remote", server.address)
            #expect(try space.events("later.json").finished(.built) == [], "\(later.err)")
        }

        @Test func `with --execute=auto and one local job, some actions run remotely`() async throws {
            let library = SmallLibrary(targets: Self.targets, build: ["variables: { TINY_PAUSE: \"5\" }"])
            let (space, server) = (try await prepared(library), try Self.cluster())
            let output = try await space.xbuild(
                "recipe", "tiny", "--remote", server.address, "--execute=auto", "--jobs", "1")
            #expect(output.status == 0 && !output.err.contains("warning:"), "\(output.err)")
            #expect(output.err.contains(" ran remotely"), "\(output.err)")
        }

        @Test func `a failed remote build shows the command's output`() async throws {
            let script = "#!/bin/sh\necho this goes to the output\necho and this is wrong >&2\nexit 3\n"
            let (space, server) = (try await prepared(SmallLibrary(files: ["configure": script])), try Self.cluster())
            let output = try await build(space, "one", "--remote", server.address, "--execute")
            #expect(output.status == 1, "\(output.err)")
            #expect(output.err.contains("exited with status 3"), "\(output.err)")
            #expect(output.err.contains("this goes to the output") && output.err.contains("and this is wrong"))
        }

        @Test func `a signal ends remote actions`() async throws {
            let mark = String(UInt32.random(in: 100_000...999_999))
            let script = "#!/bin/sh\nsleep 6000.\(mark)\n"
            let (space, server) = (try await prepared(SmallLibrary(files: ["configure": script])), try Self.cluster())
            let run = try space.start("recipe", "tiny", "--remote", server.address, "--execute")
            try await until("the action runs") { !run.isRunning || !processes(naming: "6000.\(mark)").isEmpty }
            run.send(SIGINT)
            #expect(try await run.end() == 130, "\(run.talk)")
            try await until("the remote action has ended") { processes(naming: "6000.\(mark)").isEmpty }
        }

        @Test func `a timeout ends remote actions`() async throws {
            let mark = String(UInt32.random(in: 100_000...999_999))
            let script = "#!/bin/sh\nsleep 6000.\(mark)\n"
            let (space, server) = (try await prepared(SmallLibrary(files: ["configure": script])), try Self.cluster())
            let output = try await build(space, "one", "--remote", server.address, "--execute", "--timeout", "1s")
            #expect(output.err.contains("was killed after its time limit of 1 s"), "\(output.err)")
            try await until("the remote action has ended") { processes(naming: "6000.\(mark)").isEmpty }
        }

        @Test func `if the workers disappear, a warning is printed and the actions run locally`() async throws {
            let mark = String(UInt32.random(in: 100_000...999_999))
            let library = SmallLibrary(build: ["variables: { TINY_REMOTE_PAUSE: \"6000.\(mark)\" }"])
            let (space, server) = (try await prepared(library), try Self.cluster())
            let run = try space.start(
                "recipe", "tiny", "--output", "one", "--verbose", "--remote", server.address, "--execute", "--events",
                "one.json")
            try await until("the action runs") { !run.isRunning || !processes(naming: "sleep 6000.\(mark)").isEmpty }
            server.stop()
            #expect(try await run.end() == 0, "\(run.talk)")
            let isRequeued = try space.events("one.json").events.contains { event in
                if case .stepRequeued(let label) = event { label.identity.kind == .build } else { false }
            }
            #expect(isRequeued)
            #expect(run.talk.contains("warning: the "), "\(run.talk)")
            let here = try await build(space, "here")
            #expect(here.status == 0)
            #expect(try space.contents("one").differences(from: space.contents("here")) == [])
        }

        @Test func `an interrupted action is sent again to a restarted server`() async throws {
            let mark = String(UInt32.random(in: 100_000...999_999))
            let library = SmallLibrary(build: ["variables: { TINY_PAUSE: \"2.\(mark)\" }"])
            let (space, server) = (try await prepared(library), try Self.cluster())
            let run = try space.start("recipe", "tiny", "--output", "one", "--remote", server.address, "--execute")
            try await until("the action runs") { !run.isRunning || !processes(naming: "sleep 2.\(mark)").isEmpty }
            server.stop()
            let again = try Self.cluster(keeping: server.data, port: server.port)
            defer { withExtendedLifetime(again) {} }
            #expect(try await run.end() == 0, "\(run.talk)")
            #expect(run.talk.contains(" ran remotely"), "\(run.talk)")
        }

        @Test func `with --download none, nothing is delivered and later runs use the cache`() async throws {
            let (space, server) = (try await prepared(), try Self.cluster())
            let output = try await build(space, "one", "--remote", server.address, "--execute", "--download", "none")
            #expect(output.status == 0, "\(output.err)")
            #expect(!space.exists("one"))
            let late = try await build(space, "two", "--remote", server.address)
            #expect(try space.events("two.json").finished(.built) == [], "\(late.err)")
        }

        @Test(arguments: [
            ["--execute"], ["--execute", "--remote", "http://localhost:1"], ["--execute=now"],
            ["--execute", "--remote", "grpc://localhost:1", "--sandbox", "require"],
        ])
        func `--execute without a gRPC server or with wrong options is refused`(_ arguments: [String]) async throws {
            let space = try await prepared()
            let output = try await space.run(TestSpace.binary, ["recipe"] + arguments + ["tiny"])
            #expect(output.status == 2, "\(output.err)")
        }
    }
}
