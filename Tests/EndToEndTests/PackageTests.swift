import Foundation
import Testing

extension EndToEnd {
    /// `xbuild package`, and projects that use its output.
    struct PackageTests {
        @Test func `a Swift and a C program build and run with the SwiftPM package of secp256k1`() async throws {
            let built = try await Secp256k1.packaged.value
            let space = built.space
            #expect(built.output.out == "packages/secp256k1-0.5.0\n")
            let consumer = Consumer(
                space: space, packages: [.delivered("secp256k1", "0.5.0", module: "secp256k1")],
                swift: """
                    import secp256k1
                    let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))!
                    var key = [UInt8](repeating: 1, count: 32)
                    print("swift", secp256k1_ec_seckey_verify(context, &key))
                    """,
                c: [
                    "main.c": """
                    #include <stdio.h>
                    #include <secp256k1/secp256k1.h>
                    #include <secp256k1.h>
                    int main(void) {
                        unsigned char key[32] = {1};
                        secp256k1_context *context = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
                        printf("c %d\\n", secp256k1_ec_seckey_verify(context, key));
                        return 0;
                    }
                    """
                ])
            try await consumer.runs(expecting: ["swift": "swift 1\n", "c": "c 1\n"])
            let again = try await space.xbuild("package", "secp256k1", "--targets", TestSpace.host)
            #expect(!again.err.contains(" built,") && again.status == 0)
        }

        @Test func `a header that only Swift refuses fails the build`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let header = "#ifdef __swift__\n#error not for Swift\n#endif\nint tiny_one(int left);\n"
            var library = SmallLibrary(
                files: ["tiny.h": "#include \"tiny_config.h\"\n" + header], targets: "[ios-arm64]")
            try await library.install(in: space)
            let refused = try await space.xbuild("recipe", "tiny")
            #expect(
                refused.status == 1 && refused.err.contains("have Embedded Swift import tiny 1.0 exited with status 1"))
            #expect(refused.err.contains("not for Swift") && !space.exists("dist"), "\(refused.err)")
            library.files["tiny.h"]?.replace("__swift__", with: "__other__")
            try await library.install(in: space)
            let taken = try await space.xbuild("recipe", "tiny")
            #expect(taken.status == 0, "\(taken.err)")
        }

        @Test func `a failed target is reported, and left out with --allow-missing`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["two.c": "#ifdef BROKEN\n#error broken\n#endif\nint tiny_two(void) { return 2; }\n"],
                targets: "[\(TestSpace.host), macos-arm64]",
                more: ["when:", "  - { platform: macos, defines: BROKEN }"]
            ).install(in: space)
            let refused = try await space.xbuild("package", "tiny")
            #expect(refused.status == 1 && refused.out == "")
            #expect(refused.err.contains("error: no packages of `tiny-1.0`: they would lack `macos-arm64`\n"))
            #expect(!space.exists("packages/tiny-1.0"))
            let partial = try await space.xbuild("package", "tiny", "--allow-missing")
            #expect(partial.status == 0 && partial.out == "packages/tiny-1.0\n", "\(partial.err)")
            let manifest = try space.read("packages/tiny-1.0/manifest.json")
            #expect(manifest.contains("\"missing\": [\"macos-arm64\"]"))
            #expect(!space.names(in: "packages/tiny-1.0").contains("tiny.xcframework"))
        }

        @Test func `with --allow-missing, a failed build of several targets leaves out all of them`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["two.c": "#ifdef BROKEN\n#error broken\n#endif\nint tiny_two(void) { return 2; }\n"],
                targets: "[\(TestSpace.host), macos-arm64, macos-x86_64]", build: ["slices: together"],
                more: ["when:", "  - { platform: macos, defines: BROKEN }"]
            ).install(in: space)
            let refused = try await space.xbuild("package", "tiny")
            #expect(refused.status == 1 && refused.out == "")
            let message = "error: no packages of `tiny-1.0`: they would lack `macos-arm64`, `macos-x86_64`\n"
            #expect(refused.err.contains(message), "\(refused.err)")
            let partial = try await space.xbuild("package", "tiny", "--allow-missing")
            #expect(partial.status == 0 && partial.out == "packages/tiny-1.0\n", "\(partial.err)")
            let manifest = try space.read("packages/tiny-1.0/manifest.json")
            #expect(manifest.contains("\"missing\": [\"macos-arm64\", \"macos-x86_64\"]"))
        }

        @Test func `CMake and pkg-config find the library in a moved prefix`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host)]").install(in: space)
            let built = try await space.xbuild("package", "tiny", "--format", "prefix")
            try #require(built.status == 0, "\(built.err)")
            try FileManager.default.moveItem(
                atPath: space.path("packages/tiny-1.0/prefix/\(TestSpace.host)"), toPath: space.path("moved"))
            try space.write(
                """
                cmake_minimum_required(VERSION 3.10)
                project(user C)
                find_package(tiny 1.0 CONFIG REQUIRED)
                add_executable(user user.c)
                target_link_libraries(user tiny::tiny)
                """, to: "user/CMakeLists.txt")
            try space.write(
                "#include <tiny.h>\nint main(void) { return tiny_one(41) == 42 ? 0 : 1; }\n", to: "user/user.c")
            let configured = try await space.run(
                "cmake",
                ["-S", "user", "-B", "out", "-DCMAKE_PREFIX_PATH=\(space.path("moved"))", "-DCMAKE_C_COMPILER=clang"])
            #expect(configured.status == 0, "\(configured.err)")
            let compiled = try await space.run("cmake", ["--build", "out"])
            #expect(compiled.status == 0, "\(compiled.out)\(compiled.err)")
            #expect(try await space.run(space.path("out/user"), []).status == 0)
            let flags = try await space.run(
                "pkg-config", ["--static", "--cflags", "--libs", "tiny"],
                environment: space.environment.merging(["PKG_CONFIG_PATH": space.path("moved/lib/pkgconfig")]) { $1 })
            let folder = space.path("moved/lib/pkgconfig/../..")
            #expect(
                flags.out.split(whereSeparator: \.isWhitespace) == ["-I\(folder)/include", "-L\(folder)/lib", "-ltiny"])
        }
    }
}
