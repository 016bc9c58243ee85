import Foundation
import TestServers
import TestSupport
import Testing

extension EndToEnd {
    /// Toolchains whose pinned wheel the package index no longer has.
    struct WheelPinTests {
        private let space: TestSpace
        private let server: ServerProcess
        private let port: Int

        init() async throws {
            space = try TestSpace()
            try space.write("", to: "www/simple/index.html")
            port = try LoopbackPort.free()
            server = try ServerProcess()
            let arguments = ["--bind", "127.0.0.1", "--directory", space.path("www"), "\(port)"]
            try server.start(Tool.url("python3"), ["-m", "http.server"] + arguments, port: port)
        }

        /// The environment of a run whose only package index is the server, which answers 404 for what it lacks.
        private var environment: [String: String] {
            [
                "XBUILD_OFFLINE": "", "PIP_INDEX_URL": "http://127.0.0.1:\(port)/simple/",
                "PIP_CONFIG_FILE": "/dev/null",
            ]
        }

        @Test func `without its wheel, a sysroot in the store still builds, and an empty store fails with a hint`()
            async throws
        {
            try await SeedStore.plant(in: space)
            try await SmallLibrary(usesGlibcSysroot: true).install(in: space)
            let built = try await space.xbuild("recipe", "tiny", environment: environment)
            #expect(built.status == 0, "\(built.err)")
            let failed = try await space.xbuild(
                "recipe", "tiny", environment: environment.merging(["XBUILD_STORE": space.path("empty")]) { $1 })
            #expect(failed.status == 4)
            #expect(failed.err.contains("error: fetch ziglang 0.15.2 for glibc failed"), "\(failed.err)")
            #expect(failed.err.contains("`xbuild toolchains update` pins the newest one"), "\(failed.err)")
        }

        @Test func `'toolchains update' pins the newest wheel and prints the changes`() async throws {
            let folder = "\(SmallLibrary.home)/toolchains"
            let names = ["apple-stub.yaml", "linux-gnu.yaml"]
            for name in names {
                let shipped = TestSpace.repository.appending(path: "toolchains/\(name)")
                try space.write(String(contentsOf: shipped, encoding: .utf8), to: "\(folder)/\(name)")
            }
            let before = try names.map { try space.read("\(folder)/\($0)") }
            let file = "ziglang-0.99.0-py3-none-manylinux_2_12_x86_64.whl"
            try await makeWheel(file)
            let told = try await space.xbuild("toolchains", "update", "ziglang", "--dry-run", environment: environment)
            #expect(told.status == 0, "\(told.err)")
            #expect(told.out.hasPrefix("ziglang 0.15.2 -> 0.99.0\n  file: ziglang-0.15.2-"), "\(told.out)")
            #expect(try names.map { try space.read("\(folder)/\($0)") } == before)

            let done = try await space.xbuild("toolchains", "update", "ziglang", environment: environment)
            #expect(done.status == 0 && done.out == told.out, "\(done.err)")
            let sha256 = try space.sha256("www/simple/ziglang/\(file)")
            let expected = before.map {
                $0.replacing(/file: ziglang-\S+/, with: "file: \(file)").replacing("0.15.2", with: "0.99.0")
                    .replacing(/sha256: 8063\w+/, with: "sha256: \(sha256)").replacing(
                        "93508126", with: "\(size(of: file))")
            }
            #expect(try names.map { try space.read("\(folder)/\($0)") } == expected)
            let again = try await space.xbuild("toolchains", "update", "ziglang", environment: environment)
            #expect(again.out == "ziglang 0.99.0 is the newest\n", "\(again.err)")
            let unknown = try await space.xbuild("toolchains", "update", "zig", environment: environment)
            #expect(unknown.status == 2)
            #expect(unknown.err.contains("error: no toolchain pins a file of `zig`\n"), "\(unknown.err)")
        }

        private func size(of file: String) -> Int {
            (try? Data(contentsOf: space.folder.appending(path: "www/simple/ziglang/\(file)")).count) ?? 0
        }

        /// Writes a package to the index.
        private func makeWheel(_ file: String) async throws {
            let program = """
                import os, sys, zipfile
                os.makedirs(os.path.dirname(sys.argv[1]))
                wheel = zipfile.ZipFile(sys.argv[1], "w")
                facts = "Metadata-Version: 2.1\\nName: ziglang\\nVersion: 0.99.0\\n"
                wheel.writestr("ziglang-0.99.0.dist-info/METADATA", facts)
                wheel.writestr("ziglang-0.99.0.dist-info/WHEEL", "Wheel-Version: 1.0\\n")
                wheel.writestr("ziglang-0.99.0.dist-info/RECORD", "")
                wheel.close()
                """
            let made = try await space.run("python3", ["-c", program, space.path("www/simple/ziglang/\(file)")])
            try #require(made.status == 0, "\(made.err)")
        }
    }
}
