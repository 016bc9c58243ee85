import Testing

extension EndToEnd {
    /// Builds that call compilers, linkers and archivers of the machine.
    struct UndeclaredToolTests {
        private func build(calling line: String, sandbox: String, tools: [String] = []) async throws -> TestSpace.Output
        {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(build: tools, usesGlibcSysroot: true)
            library.files["configure"] = SmallLibrary.script.replacing("set -eu\n", with: "set -eu\n\(line)\n")
            try await library.install(in: space)
            return try await space.xbuild("recipe", "tiny", "--sandbox", sandbox)
        }

        @Test(
            arguments: ["require", "off"], ["gcc -E - </dev/null", "ld -v", "x86_64-linux-gnu-strip --version"])
        func `a call of an undeclared tool fails the build, although the build ignores it`(
            _ sandbox: String, _ call: String
        ) async throws {
            let output = try await build(calling: "\(call) >/dev/null 2>&1 || true", sandbox: sandbox)
            let name = call.split(separator: " ")[0]
            #expect(output.status == 1)
            #expect(
                output.err.contains("build tiny 1.0 ran `\(name)`, not a declared tool of this build\n"),
                "\(output.err)")
            #expect(output.err.contains("hint: give the build the toolchain's program"), "\(output.err)")
        }
    }
}
