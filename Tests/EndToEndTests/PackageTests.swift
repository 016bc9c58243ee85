import Foundation
import Testing

extension EndToEnd {
    /// `xbuild package`, and projects that use what it leaves.
    @Suite struct PackageTests {
        @Test
        func `a SwiftPM package of secp256k1 serves a Swift and a C target with both build systems`() async throws {
            let (space, out) = try await Self.packaged.value
            #expect(out == "packages/secp256k1-0.5.0\n")
            let consumer = Consumer(
                space: space, packages: [.init(name: "secp256k1", version: "0.5.0", module: "secp256k1")],
                swift: """
                    import secp256k1
                    let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))!
                    var key = [UInt8](repeating: 1, count: 32)
                    print("swift", secp256k1_ec_seckey_verify(context, &key))
                    """,
                c: """
                    #include <stdio.h>
                    #include <secp256k1/secp256k1.h>
                    #include <secp256k1.h>
                    int main(void) {
                        unsigned char key[32] = {1};
                        secp256k1_context *context = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
                        printf("c %d\\n", secp256k1_ec_seckey_verify(context, key));
                        return 0;
                    }
                    """)
            try consumer.write()
            try await consumer.runs(expecting: ["swift": "swift 1\n", "c": "c 1\n"], systems: [nil])
            let again = try await space.xbuild("package", "secp256k1", "--targets", TestSpace.host)
            #expect(!again.err.contains(" built,") && again.status == 0)
        }

        /// secp256k1 packaged for this machine, once for all tests here.
        private static let packaged = Task {
            try await SeedStore.isFetched.value
            let space = try TestSpace()
            let built = try await space.xbuild(
                "package", "secp256k1", "--targets", TestSpace.host, environment: ["XBUILD_MIRROR": SeedStore.mirror])
            guard built.status == 0 else { throw ToolFault(words: built.err) }
            return (space, built.out)
        }

        @Test func `one program uses two renamed copies of secp256k1`() async throws {
            let (store, _) = try await Self.packaged.value
            let space = try TestSpace()
            let environment = ["XBUILD_STORE": store.path("store"), "XBUILD_MIRROR": SeedStore.mirror]
            for prefix in ["A_", "B_"] {
                let renamed = try await space.xbuild(
                    "package", "secp256k1", "--targets", TestSpace.host, "--prefix-symbols", prefix, "--output", prefix,
                    environment: environment)
                try #require(renamed.status == 0, "\(renamed.err)")
            }
            let folders = ["A_", "B_"].map { "\($0)/secp256k1-0.5.0/swiftpm/\($0)secp256k1" }
            let checked = try await space.xbuild("check", folders[0], folders[1])
            #expect(checked.status == 0, "\(checked.out)")
            try space.write(
                """
                // swift-tools-version: 6.0
                import PackageDescription
                let both: [Target.Dependency] = [
                    .product(name: "A_secp256k1", package: "A_secp256k1"),
                    .product(name: "B_secp256k1", package: "B_secp256k1"),
                ]
                let package = Package(
                    name: "consumer", dependencies: [.package(path: "../\(folders[0])"), .package(path: "../\(folders[1])")],
                    targets: [
                        .executableTarget(name: "swift-user", dependencies: both),
                        .executableTarget(name: "c-user", dependencies: both),
                    ])
                """, to: "consumer/Package.swift")
            // What one copy signs the other one verifies.
            try space.write(
                """
                import A_secp256k1
                import B_secp256k1
                let (one, other) = (A_secp256k1_context_create(1)!, B_secp256k1_context_create(1)!)
                let (secret, message) = ([UInt8](repeating: 7, count: 32), [UInt8](repeating: 9, count: 32))
                var (signature, key) = (A_secp256k1.secp256k1_ecdsa_signature(), A_secp256k1.secp256k1_pubkey())
                print(A_secp256k1_ecdsa_sign(one, &signature, message, secret, nil, nil))
                print(A_secp256k1_ec_pubkey_create(one, &key, secret))
                var (bytes, text) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 33))
                var size = text.count
                print(A_secp256k1_ecdsa_signature_serialize_compact(one, &bytes, &signature))
                print(A_secp256k1_ec_pubkey_serialize(one, &text, &size, &key, 258))
                var (same, point) = (B_secp256k1.secp256k1_ecdsa_signature(), B_secp256k1.secp256k1_pubkey())
                print(B_secp256k1_ecdsa_signature_parse_compact(other, &same, bytes))
                print(B_secp256k1_ec_pubkey_parse(other, &point, text, size))
                print(B_secp256k1_ecdsa_verify(other, &same, message, &point))
                """, to: "consumer/Sources/swift-user/main.swift")
            for prefix in ["A_", "B_"] {
                try space.write(
                    """
                    #include <\(prefix)secp256k1/secp256k1.h>
                    int \(prefix)check(void) {
                        unsigned char key[32] = {1};
                        return secp256k1_ec_seckey_verify(secp256k1_context_create(SECP256K1_CONTEXT_NONE), key);
                    }

                    """, to: "consumer/Sources/c-user/\(prefix).c")
            }
            try space.write(
                """
                #include <stdio.h>
                int A_check(void), B_check(void);
                int main(void) { return !(printf("%d %d\\n", A_check(), B_check()) > 0); }

                """, to: "consumer/Sources/c-user/main.c")
            let user = Consumer(space: space, packages: [], swift: "", c: "")
            let ones = String(repeating: "1\n", count: 7)
            try await user.runs(expecting: ["swift": ones, "c": "1 1\n"], systems: [nil], configurations: ["debug"])
        }

        @Test func `SwiftPM copies each triple's slice out of an XCFramework`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let targets = "ios-arm64, ios-simulator-arm64, macos-arm64, tvos-arm64, watchos-arm64_32, catalyst-arm64"
            try await SmallLibrary(targets: "[\(targets)]").install(in: space)
            let built = try await space.xbuild("package", "tiny", "--format", "xcframework,swiftpm")
            try #require(built.status == 0, "\(built.err)")
            let root = "packages/tiny-1.0"
            #expect(space.names(in: root).contains("tiny.xcframework.zip"))
            try space.write("#!/bin/sh\nexit 0\n", to: "bin/libtool")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: space.path("bin/libtool"))
            let sdk = space.path("sdk")
            try space.write(
                #"{"Version": "16.0", "CanonicalName": "iphoneos16.0", "MaximumDeploymentTarget": "16.0.99"}"#,
                to: "sdk/SDKSettings.json")
            try space.write(
                """
                // swift-tools-version: 6.0
                import PackageDescription
                let package = Package(name: "user", targets: [
                    .binaryTarget(name: "tiny", path: "tiny.xcframework"),
                    .target(name: "C", dependencies: ["tiny"])])
                """, to: "user/Package.swift")
            try space.write("int c(void) { return 1; }\n", to: "user/Sources/C/c.c")
            try space.write("int c(void);\n", to: "user/Sources/C/include/c.h")
            try FileManager.default.copyItem(
                atPath: space.path("\(root)/tiny.xcframework"), toPath: space.path("user/tiny.xcframework"))
            for (triple, slice) in [
                ("arm64-apple-ios16.0", "ios-arm64"), ("arm64-apple-ios16.0-simulator", "ios-arm64-simulator"),
                ("arm64-apple-macosx13.0", "macos-arm64"), ("arm64-apple-tvos16.0", "tvos-arm64"),
                ("arm64_32-apple-watchos9.0", "watchos-arm64_32"),
                ("arm64-apple-ios16.0-macabi", "ios-arm64-maccatalyst"),
            ] {
                let path = "\(space.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
                let output = try await space.run(
                    "swift",
                    [
                        "build", "--package-path", "user", "--sdk", sdk, "--triple", triple, "--target", "C", "-v",
                        "--disable-sandbox",
                    ],
                    environment: space.environment.merging(["PATH": path]) { $1 })
                let said = output.out + output.err
                #expect(said.contains("tiny.xcframework/\(slice)/"), "\(triple): \(said)")
            }
        }

        @Test func `a program links two copies of a library, one with renamed symbols`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host)]").install(in: space)
            let plain = try await space.xbuild("package", "tiny")
            let renamed = try await space.xbuild("package", "tiny", "--prefix-symbols", "P_", "--output", "others")
            try #require(plain.status == 0 && renamed.status == 0, "\(plain.err)\(renamed.err)")
            let (one, other) = ("packages/tiny-1.0/swiftpm/tiny", "others/tiny-1.0/swiftpm/P_tiny")
            let checked = try await space.xbuild("check", one, other)
            #expect(checked.status == 0, "\(checked.out)")
            try space.write(
                """
                // swift-tools-version: 6.0
                import PackageDescription
                let both: [Target.Dependency] = [
                    .product(name: "tiny", package: "tiny"), .product(name: "P_tiny", package: "P_tiny"),
                ]
                let package = Package(
                    name: "consumer", dependencies: [.package(path: "../\(one)"), .package(path: "../\(other)")],
                    targets: [
                        .executableTarget(name: "swift-user", dependencies: both),
                        .executableTarget(name: "c-user", dependencies: both),
                    ])
                """, to: "consumer/Package.swift")
            try space.write(
                "import P_tiny\nimport tiny\nprint(tiny_one(1), P_tiny_one(2))\n",
                to: "consumer/Sources/swift-user/main.swift")
            for (folder, name) in [("tiny", "one"), ("P_tiny", "other")] {
                try space.write(
                    "#include <\(folder)/tiny.h>\nint \(name)(int left) { return tiny_one(left); }\n",
                    to: "consumer/Sources/c-user/\(name).c")
            }
            try space.write(
                """
                #include <stdio.h>
                int one(int), other(int), P_tiny_one(int), tiny_one(int);
                int main(void) {
                    printf("%d %d %d\\n", one(1), other(2), (void *)tiny_one != (void *)P_tiny_one);
                    return 0;
                }
                """, to: "consumer/Sources/c-user/main.c")
            let user = Consumer(space: space, packages: [], swift: "", c: "")
            try await user.runs(expecting: ["swift": "2 3\n", "c": "2 3 1\n"], systems: [nil])
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

        @Test func `a failed target is named, and left out on request`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["two.c": "#ifdef BROKEN\n#error broken\n#endif\nint tiny_two(void) { return 2; }\n"],
                targets: "[\(TestSpace.host), macos-arm64]",
                more: ["when:", "  - { platform: macos, defines: BROKEN }"]
            ).install(in: space)
            let refused = try await space.xbuild("package", "tiny")
            #expect(refused.status == 1 && refused.out == "")
            #expect(refused.err.contains("error: no packages of `tiny-1.0`: it would lack `macos-arm64`\n"))
            #expect(!space.exists("packages/tiny-1.0"))
            let partial = try await space.xbuild("package", "tiny", "--allow-missing")
            #expect(partial.status == 0 && partial.out == "packages/tiny-1.0\n", "\(partial.err)")
            let manifest = try space.read("packages/tiny-1.0/manifest.json")
            #expect(manifest.contains("\"missing\" : [\n    \"macos-arm64\"\n  ]"))
            #expect(!space.names(in: "packages/tiny-1.0").contains("tiny.xcframework"))
        }

        @Test func `a build that several targets share is left out for all of them`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["two.c": "#ifdef BROKEN\n#error broken\n#endif\nint tiny_two(void) { return 2; }\n"],
                targets: "[\(TestSpace.host), macos-arm64, macos-x86_64]", build: ["slices: together"],
                more: ["when:", "  - { platform: macos, defines: BROKEN }"]
            ).install(in: space)
            let refused = try await space.xbuild("package", "tiny")
            #expect(refused.status == 1 && refused.out == "")
            let words = "error: no packages of `tiny-1.0`: it would lack `macos-arm64`, `macos-x86_64`\n"
            #expect(refused.err.contains(words), "\(refused.err)")
            let partial = try await space.xbuild("package", "tiny", "--allow-missing")
            #expect(partial.status == 0 && partial.out == "packages/tiny-1.0\n", "\(partial.err)")
            let manifest = try space.read("packages/tiny-1.0/manifest.json")
            #expect(manifest.contains("\"missing\" : [\n    \"macos-arm64\",\n    \"macos-x86_64\"\n  ]"))
        }

        @Test func `a moved prefix serves CMake and pkg-config`() async throws {
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
            let words = try await space.run(
                "pkg-config", ["--static", "--cflags", "--libs", "tiny"],
                environment: space.environment.merging(["PKG_CONFIG_PATH": space.path("moved/lib/pkgconfig")]) { $1 })
            let folder = space.path("moved/lib/pkgconfig/../..")
            #expect(
                words.out.split(whereSeparator: \.isWhitespace) == ["-I\(folder)/include", "-L\(folder)/lib", "-ltiny"])
        }

        @Test func `xcframework -create accepts any libraries and refuses two for one platform`() async throws {
            let space = try TestSpace()
            try space.write("int a;\n", to: "a.c")
            try space.write("extern int a;\n", to: "include/a.h")
            for (name, triple) in [
                ("ios", "arm64-apple-ios16.0"), ("mac", "x86_64-apple-macosx13.0"), ("mac2", "arm64-apple-macosx13.0"),
            ] {
                try await space.run("clang", ["-target", triple, "-c", "a.c", "-o", "a.o"])
                try await space.run("mkdir", ["-p", name])
                _ = try await LLVM.run(
                    "llvm-ar", ["rcs", "--format=darwin", space.path("\(name)/liba.a"), space.path("a.o")])
            }
            let both = ["-library", "ios/liba.a", "-headers", "include", "-library", "mac/liba.a"]
            let made = try await space.run(
                TestSpace.binary, ["xcframework", "-create"] + both + ["-output", "A.xcframework"])
            #expect(made.status == 0 && made.out.contains("A.xcframework"), "\(made.err)")
            #expect(space.names(in: "A.xcframework") == ["Info.plist", "ios-arm64", "macos-x86_64"])
            #expect(space.names(in: "A.xcframework/ios-arm64") == ["Headers", "liba.a"])
            let again = try await space.run(
                TestSpace.binary, ["xcframework", "-create"] + both + ["-output", "A.xcframework"])
            #expect(again.status == 1 && again.err == "error: `A.xcframework` exists already\n")
            let same = try await space.run(
                TestSpace.binary,
                [
                    "xcframework", "-create", "-library", "mac/liba.a", "-library", "mac2/liba.a", "-output",
                    "B.xcframework",
                ])
            #expect(
                same.err == """
                    error: `mac/liba.a` and `mac2/liba.a` are both for the platform of `macos-arm64`
                    hint: join architectures of one platform with `xbuild lipo -create`

                    """)
            #expect(!space.exists("B.xcframework"))
        }
    }
}

/// A SwiftPM package that depends on generated ones, with a Swift and a C program.
struct Consumer {
    struct Package {
        var name: String
        var version: String
        var module: String
    }

    var space: TestSpace
    var packages: [Package]
    var swift: String
    var c: String

    func write() throws {
        let dependencies = packages.map {
            ".package(path: \"../packages/\($0.name)-\($0.version)/swiftpm/\($0.name)\")"
        }.joined(separator: ", ")
        let products = packages.map { ".product(name: \"\($0.module)\", package: \"\($0.name)\")" }
            .joined(separator: ", ")
        try space.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "consumer", dependencies: [\(dependencies)],
                targets: [
                    .executableTarget(name: "swift-user", dependencies: [\(products)]),
                    .executableTarget(name: "c-user", dependencies: [\(products)]),
                ])
            """, to: "consumer/Package.swift")
        try space.write(swift + "\n", to: "consumer/Sources/swift-user/main.swift")
        try space.write(c + "\n", to: "consumer/Sources/c-user/main.c")
    }

    /// Builds in each configuration and runs both programs.
    ///
    /// - Parameters:
    ///   - systems: build systems of SwiftPM; nil for its own.
    ///   - times: how often everything is linked anew: the order of libraries differs from time to time.
    func runs(
        expecting: [String: String], systems: [String?], times: Int = 1,
        configurations: [String] = ["debug", "release"]
    ) async throws {
        for system in systems {
            for configuration in configurations {
                for round in 0..<times {
                    let scratch = "scratch-\(system ?? "own")-\(configuration)-\(round)"
                    let words = ["build", "--package-path", "consumer", "--scratch-path", scratch, "-c", configuration]
                    let built = try await space.run("swift", words + (system.map { ["--build-system", $0] } ?? []))
                    try #require(built.status == 0, "\(scratch): \(built.out)\(built.err)")
                    let found = try await space.run(
                        "swift", words + (system.map { ["--build-system", $0] } ?? []) + ["--show-bin-path"])
                    let folder = found.out.trimmingCharacters(in: .whitespacesAndNewlines)
                    for (program, output) in expecting {
                        let ran = try await space.run("\(folder)/\(program)-user", [])
                        #expect(ran.out == output && ran.status == 0, "\(scratch) \(program): \(ran.err)")
                    }
                    try? space.remove(scratch)
                }
            }
        }
    }
}
