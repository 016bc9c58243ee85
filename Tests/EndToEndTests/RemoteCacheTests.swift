import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// Runs that use a remote cache: nginx, in some tests behind a faulty proxy.
    struct RemoteCacheTests {
        private func prepared() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            return space
        }

        /// Builds `tiny` with a store, an output folder and an event log that are named after `name`.
        private func build(
            _ space: TestSpace, _ name: String, _ remote: String?, environment: [String: String] = [:]
        ) async throws -> TestSpace.Output {
            var variables = environment.merging(["XBUILD_STORE": space.path("store-\(name)")]) { $1 }
            variables["XBUILD_REMOTE"] = remote
            return try await space.xbuild(
                "recipe", "tiny", "--output", name, "--events", "\(name).json", environment: variables)
        }

        @Test func `a run with an empty store gets every result from the HTTP cache`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let first = try await build(space, "one", server.address)
            #expect(first.status == 0, "\(first.err)")
            #expect(server.count(in: "ac") == SmallLibrary.steps)
            let second = try await build(space, "two", server.address)
            #expect(second.status == 0, "\(second.err)")
            #expect(try space.events("two.json").finished(.built) == [])
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
            #expect(second.err.contains("remote cache: \(SmallLibrary.steps) hits, 0 misses"), "\(second.err)")
            // Unneeded outputs were not downloaded, such as the source tree of the build.
            #expect(space.count("store-two/cas") < space.count("store-one/cas"))
        }

        @Test func `after --download all, later runs need no cache`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            _ = try await build(space, "one", server.address)
            let all = try await space.xbuild(
                "recipe", "tiny", "--store", "all", "--remote", server.address, "--download", "all")
            #expect(all.status == 0, "\(all.err)")
            let later = try await space.xbuild("recipe", "tiny", "--store", "all", "--events", "later.json")
            #expect(later.status == 0, "\(later.err)")
            #expect(try space.events("later.json").finished(.built) == [])
        }

        @Test func `a read-only cache gets no uploads`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let output = try await build(
                space, "one", server.address, environment: ["XBUILD_REMOTE_ACCESS": "read-only"])
            #expect(output.status == 0, "\(output.err)")
            #expect(server.count(in: "ac") == 0 && server.count(in: "cas") == 0)
        }

        @Test(arguments: FaultProxy.Fault.allCases)
        func `a faulty cache causes at most a warning`(_ fault: FaultProxy.Fault) async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            let undisturbed = try await build(space, "one", server.address)
            #expect(undisturbed.status == 0, "\(undisturbed.err)")
            let proxy = try FaultProxy(before: server, fault)
            var variables = fault == .hang || fault == .drip ? ["XBUILD_REMOTE_TIMEOUT": "1"] : [:]
            // The circuit breaker counts failures in a row, and a successful upload would reset the count.
            if fault == .truncate || fault == .drip { variables["XBUILD_REMOTE_ACCESS"] = "read-only" }
            let output = try await build(space, "two", proxy.address, environment: variables)
            #expect(output.status == 0, "\(fault): \(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [], "\(fault)")
            let verified = try await space.xbuild("store", "verify", "--store", "store-two")
            #expect(verified.status == 0, "\(fault): \(verified.out)")
            switch fault {
            case .none, .stumble: #expect(!output.err.contains("warning:"), "\(fault): \(output.err)")
            case .truncate, .flip, .refuse, .hang, .drip, .redirect, .mixUp, .boast:
                #expect(output.err.contains("warning: the cache `\(proxy.address)` is not used: "), "\(output.err)")
            }
        }

        @Test(arguments: [8, 28, 30, 32, 36])
        func `results that the cache reports as present but does not serve are rebuilt`(_ requests: Int) async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            _ = try await build(space, "one", server.address)
            let proxy = try FaultProxy(before: server, .refuse, after: requests)
            let output = try await build(space, "two", proxy.address)
            #expect(output.status == 0, "\(output.err)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
            let verified = try await space.xbuild("store", "verify", "--store", "store-two")
            #expect(verified.status == 0, "\(verified.out)")
        }

        @Test func `a run succeeds although its cache server dies`() async throws {
            let (space, server) = (try await prepared(), try CacheServer())
            _ = try await build(space, "one", nil)
            let run = try space.start(
                "recipe", "tiny", "--output", "two", "--store", "store-two", "--remote", server.address, talk: "talk")
            try await until("the server has requests") { try !run.isRunning || server.requests().count >= 3 }
            server.stop()
            #expect(try await run.end() == 0, "\(run.talk)")
            #expect(try space.contents("two").differences(from: space.contents("one")) == [])
        }

        @Test func `a password gives access to the cache and appears in no output`() async throws {
            let space = try await prepared()
            let server = try CacheServer(.password(user: "ci", password: "open-sesame-42"))
            let right = ["XBUILD_REMOTE_USER": "ci", "XBUILD_REMOTE_PASSWORD": "open-sesame-42"]
            let output = try await build(space, "one", server.address, environment: right)
            #expect(output.status == 0 && !output.err.contains("warning:"), "\(output.err)")
            #expect(server.count(in: "ac") == SmallLibrary.steps)
            let plan = try await space.xbuild(
                "plan", "tiny", "--json", environment: right.merging(["XBUILD_REMOTE": server.address]) { $1 })
            let traces = try await space.run("grep", ["-rl", "open-sesame-42", "."])
            #expect(traces.out == "")
            #expect(!(output.out + output.err + plan.out + plan.err).contains("open-sesame-42"))

            try space.write("machine localhost login ci password open-sesame-42\n", to: "home/.netrc")
            let known = try await build(space, "two", server.address)
            #expect(known.err.contains("\(SmallLibrary.steps) hits"), "\(known.err)")

            let wrong = try await build(
                space, "three", server.address,
                environment: ["XBUILD_REMOTE_USER": "ci", "XBUILD_REMOTE_PASSWORD": "x"])
            #expect(wrong.status == 0)
            #expect(wrong.err.contains("is not used: the server denies access"), "\(wrong.err)")
        }

        @Test func `a token gives access to the cache and appears in no output`() async throws {
            let (space, server) = (try await prepared(), try CacheServer(.token("open-sesame-42")))
            let right = ["XBUILD_REMOTE_TOKEN": "open-sesame-42"]
            let first = try await build(space, "one", server.address, environment: right)
            #expect(first.status == 0 && !first.err.contains("warning:"), "\(first.err)")
            let second = try await build(space, "two", server.address, environment: right)
            #expect(try space.events("two.json").finished(.built) == [], "\(second.err)")
            let traces = try await space.run("grep", ["-rl", "open-sesame-42", "."])
            #expect(traces.out == "" && !(first.out + first.err + second.err).contains("open-sesame-42"))
            let wrong = try await build(space, "three", server.address, environment: ["XBUILD_REMOTE_TOKEN": "x"])
            #expect(wrong.status == 0)
            #expect(wrong.err.contains("is not used: the server denies access"), "\(wrong.err)")
        }

        @Test func `client and server certificates are checked`() async throws {
            let (space, files) = (try await prepared(), try TestCertificates())
            let server = try CacheServer(.certificate(files))
            let output = try await build(
                space, "one", server.address,
                environment: [
                    "XBUILD_REMOTE_CA": files.authority, "XBUILD_REMOTE_CERT": files.client,
                    "XBUILD_REMOTE_KEY": files.clientKey,
                ])
            #expect(output.status == 0 && !output.err.contains("warning:"), "\(output.err)")
            #expect(server.count(in: "ac") == SmallLibrary.steps)
            let stranger = try await build(space, "two", server.address)
            #expect(stranger.status == 0)
            #expect(stranger.err.contains("warning: the cache"), "\(stranger.err)")
        }

        @Test(arguments: ["ftp://host/", "http://me:secret@host/", "nowhere"])
        func `an invalid address gives exit status 2`(_ address: String) async throws {
            let output = try await prepared().xbuild("recipe", "tiny", "--remote", address)
            #expect(output.status == 2)
            #expect(!output.err.contains("secret"))
        }
    }
}

extension TestSpace {
    /// Returns the number of files in a folder and below.
    func count(_ relative: String) -> Int {
        let files = FileManager.default.enumerator(atPath: path(relative))
        return files?.allObjects.count ?? 0
    }
}
