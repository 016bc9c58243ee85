import Testing

extension EndToEnd {
    /// The program in an environment without a home folder.
    struct MissingHomeTests {
        private let space: TestSpace

        init() async throws {
            space = try TestSpace()
            try await SmallLibrary().install(in: space)
        }

        private func xbuild(_ arguments: String...) async throws -> TestSpace.Output {
            let environment = space.environment.filter { !["HOME", "XBUILD_STORE"].contains($0.key) }
            return try await space.run(TestSpace.binary, arguments, environment: environment)
        }

        @Test func `without a home folder, a command that needs a store fails`() async throws {
            let output = try await xbuild("plan", "tiny")
            #expect(output.status == 2)
            #expect(output.err.contains("error: there is no folder for the store: "))
        }

        @Test func `without a home folder, a build succeeds with --store`() async throws {
            let output = try await xbuild("recipe", "tiny", "--store", "store")
            #expect(output.status == 0, "\(output.err)")
            #expect(space.exists("store/cas"))
        }

        @Test(arguments: ["recipes", "targets", "toolchains"])
        func `without a home folder, a command that needs no store succeeds`(_ command: String) async throws {
            let output = try await xbuild(command)
            #expect(output.status == 0, "\(output.err)")
            #expect(output.err == "")
        }
    }
}
