import TestServers
import Testing

extension EndToEnd {
    /// `xbuild bump`, with a server that lists newer versions than the recipe has.
    struct BumpTests {
        private let space: TestSpace
        private let server: ServerProcess
        private let port: Int
        private let old: String

        init() async throws {
            space = try TestSpace()
            try await SmallLibrary().install(in: space)
            old = try space.sha256("\(SmallLibrary.home)/recipes/tiny/tiny-1.0.tar")
            for name in ["tiny-1.0.tar", "tiny-1.2.tar", "tiny-1.10.tar", "tiny-1.11rc1.tar", "other-9.tar"] {
                try space.write("the bytes of \(name)", to: "www/\(name)")
            }
            port = try LoopbackPort.free()
            server = try ServerProcess()
            let arguments = ["--bind", "127.0.0.1", "--directory", space.path("www"), "\(port)"]
            try server.start(Tool.url("python3"), ["-m", "http.server"] + arguments, port: port)
        }

        /// Writes a recipe with a source at each of these paths of the server; returns the recipe's path.
        private func write(_ addresses: [String]) throws -> String {
            let recipe = "\(SmallLibrary.home)/recipes/tiny/recipe.yaml"
            let path = "      - path: tiny-1.0.tar\n        sha256: \(old)\n"
            let sources = addresses.map {
                "      - url: http://127.0.0.1:\(port)/\($0)  # theirs\n        sha256: \(old)\n"
            }
            let text = try space.read(recipe)
            #expect(text.contains(path))
            try space.write("# kept\n" + text.replacing(path, with: sources.joined()), to: recipe)
            return recipe
        }

        private func bump(_ arguments: String...) async throws -> TestSpace.Output {
            let environment = space.environment.merging(["XBUILD_OFFLINE": ""]) { $1 }
            return try await space.run(TestSpace.binary, ["bump"] + arguments, environment: environment)
        }

        @Test func `bump pins the newest release and leaves the rest of the file unchanged`() async throws {
            let recipe = try write(["tiny-1.0.tar", "v1.0/tiny-1.0.tar"])
            let before = try space.read(recipe)
            let told = try await bump("tiny", "--dry-run")
            #expect(told.status == 0 && told.out == "tiny 1.0 -> 1.10 (its server)\n", "\(told.out)\(told.err)")
            #expect(try space.read(recipe) == before)
            let done = try await bump("tiny")
            #expect(done.status == 0 && done.out == told.out, "\(done.err)")
            let new = try space.sha256("www/tiny-1.10.tar")
            #expect(
                try space.read(recipe)
                    == before.replacing("1.0", with: "1.10").replacing(old, with: new)
                    .replacing("127.1.10.0.1", with: "127.0.0.1"))
            let again = try await bump("tiny")
            #expect(again.status == 0 && again.out == "tiny 1.10 is the newest\n", "\(again.out)\(again.err)")
        }

        @Test func `a source whose versions cannot be listed is an error`() async throws {
            let beside = try await bump("tiny")
            #expect(
                beside.status == 2 && beside.err.contains("has a location where versions cannot be listed"),
                "\(beside.err)")
            _ = try write(["v1.0/tiny-1.0.tar"])
            let twice = try await bump("tiny")
            #expect(twice.status == 2 && twice.err.contains("addresses in which only the last part"), "\(twice.err)")
        }

        @Test func `a server that does not answer gives exit status 4`() async throws {
            let recipe = try write(["tiny-1.0.tar"])
            let before = try space.read(recipe)
            server.stop()
            let output = try await bump("tiny")
            #expect(output.status == 4, "\(output.out)\(output.err)")
            #expect(try space.read(recipe) == before)
        }
    }
}
