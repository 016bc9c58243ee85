import Foundation
import Testing

extension EndToEnd {
    /// XCFrameworks as SwiftPM reads them, and `xbuild xcframework`.
    struct XCFrameworkTests {
        @Test func `SwiftPM copies each triple's slice out of an XCFramework`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let targets = "ios-arm64, ios-simulator-arm64, macos-arm64, tvos-arm64, watchos-arm64_32, catalyst-arm64"
            try await SmallLibrary(targets: "[\(targets)]").install(in: space)
            let built = try await space.xbuild("package", "tiny", "--format", "xcframework,swiftpm")
            try #require(built.status == 0, "\(built.err)")
            #expect(space.names(in: "packages/tiny-1.0").contains("tiny.xcframework.zip"))
            try Self.writeUser(of: "packages/tiny-1.0/tiny.xcframework", in: space)
            let path = "\(space.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
            for (triple, slice) in [
                ("arm64-apple-ios16.0", "ios-arm64"), ("arm64-apple-ios16.0-simulator", "ios-arm64-simulator"),
                ("arm64-apple-macosx13.0", "macos-arm64"), ("arm64-apple-tvos16.0", "tvos-arm64"),
                ("arm64_32-apple-watchos9.0", "watchos-arm64_32"),
                ("arm64-apple-ios16.0-macabi", "ios-arm64-maccatalyst"),
            ] {
                let output = try await space.run(
                    "swift",
                    [
                        "build", "--package-path", "user", "--sdk", space.path("sdk"), "--triple", triple,
                        "--target", "C", "-v", "--disable-sandbox",
                    ],
                    environment: space.environment.merging(["PATH": path]) { $1 })
                let said = output.out + output.err
                #expect(said.contains("tiny.xcframework/\(slice)/"), "\(triple): \(said)")
            }
        }

        /// Writes a SwiftPM package that uses the framework, and the files of an SDK that SwiftPM reads or runs.
        private static func writeUser(of framework: String, in space: TestSpace) throws {
            try space.write("#!/bin/sh\nexit 0\n", to: "bin/libtool")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: space.path("bin/libtool"))
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
                atPath: space.path(framework), toPath: space.path("user/tiny.xcframework"))
        }

        @Test func `xcframework -create accepts libraries of other builds and overwrites no file`() async throws {
            let space = try TestSpace()
            try await Self.compile(["ios": "arm64-apple-ios16.0", "mac": "x86_64-apple-macosx13.0"], in: space)
            let arguments = ["-library", "ios/liba.a", "-headers", "include", "-library", "mac/liba.a"]
            let made = try await Self.create("A", arguments, in: space)
            #expect(made.status == 0 && made.out.contains("A.xcframework"), "\(made.err)")
            #expect(space.names(in: "A.xcframework") == ["Info.plist", "ios-arm64", "macos-x86_64"])
            #expect(space.names(in: "A.xcframework/ios-arm64") == ["Headers", "liba.a"])
            let again = try await Self.create("A", arguments, in: space)
            #expect(again.status == 1 && again.err == "error: `A.xcframework` exists already\n")
        }

        @Test func `xcframework -create refuses two libraries for one platform`() async throws {
            let space = try TestSpace()
            try await Self.compile(["mac": "x86_64-apple-macosx13.0", "mac2": "arm64-apple-macosx13.0"], in: space)
            let arguments = ["-library", "mac/liba.a", "-library", "mac2/liba.a"]
            let same = try await Self.create("B", arguments, in: space)
            #expect(
                same.err == """
                    error: `mac/liba.a` and `mac2/liba.a` are both for the platform of `macos-arm64`
                    hint: join architectures of one platform with `xbuild lipo -create`

                    """)
            #expect(!space.exists("B.xcframework"))
        }

        /// Makes `FOLDER/liba.a` for each triple, and `include/a.h`.
        private static func compile(_ triples: [String: String], in space: TestSpace) async throws {
            try space.write("int a;\n", to: "a.c")
            try space.write("extern int a;\n", to: "include/a.h")
            for (folder, triple) in triples {
                try await space.run("clang", ["-target", triple, "-c", "a.c", "-o", "a.o"])
                try await space.run("mkdir", ["-p", folder])
                _ = try await LLVM.run(
                    "llvm-ar", ["rcs", "--format=darwin", space.path("\(folder)/liba.a"), space.path("a.o")])
            }
        }

        private static func create(_ name: String, _ arguments: [String], in space: TestSpace) async throws
            -> TestSpace.Output
        {
            try await space.run(
                TestSpace.binary, ["xcframework", "-create"] + arguments + ["-output", "\(name).xcframework"])
        }
    }
}
