import Foundation
import Testing

extension EndToEnd {
    /// `swift package xbuild NAME` in another package.
    struct PluginTests {
        /// SwiftPM asks for each permission; without a terminal, arguments must grant the permissions.
        private static let permissions = ["--allow-writing-to-package-directory", "--allow-network-connections", "all"]

        private static func manifest(_ dependencies: [String], _ products: [String] = []) -> String {
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "user",
                dependencies: [
                    \(dependencies.joined(separator: "\n        "))
                ],
                targets: [.executableTarget(name: "user", dependencies: [\(products.joined())])])

            """
        }

        private static func plugin(in package: URL) -> String {
            ".package(path: \"\(package.path(percentEncoded: false))\"),"
        }

        /// Writes a package that depends on the plugin; returns an environment with xbuild on PATH.
        private func user(of space: TestSpace) throws -> [String: String] {
            let plugins = TestSpace.repository.appending(path: "Plugins")
            try space.write(Self.manifest([Self.plugin(in: plugins)]), to: "user/Package.swift")
            try space.write("print(\"nothing yet\")\n", to: "user/Sources/user/main.swift")
            try FileManager.default.createDirectory(atPath: space.path("bin"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: space.path("bin/xbuild"), withDestinationPath: TestSpace.binary)
            var environment = space.environment
            environment["PATH"] = "\(space.path("bin")):\(environment["PATH"] ?? "")"
            return environment
        }

        private func package(
            _ arguments: [String], in space: TestSpace, _ environment: [String: String]
        ) async throws -> TestSpace.Output {
            try await space.run("swift", ["package", "--package-path", "user"] + arguments, environment: environment)
        }

        @Test func `a package with the printed lines builds with the vendored library`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host), macos-arm64]").install(in: space)
            let environment = try user(of: space)
            let arguments = Self.permissions + ["xbuild", "tiny@1.0", "--targets", "host"]
            let output = try await package(arguments, in: space, environment)
            try #require(output.status == 0, "\(output.out)\(output.err)")
            let (dependency, product) = (
                ".package(path: \"Vendor/tiny-1.0/swiftpm/tiny\"),", ".product(name: \"tiny\", package: \"tiny\"),"
            )
            #expect(
                output.out.hasSuffix(
                    """
                    Add to `dependencies` of the package:
                        \(dependency)
                    and to `dependencies` of a target:
                        \(product)
                    then: import tiny

                    """), "\(output.out)")
            let plugins = Self.plugin(in: TestSpace.repository.appending(path: "Plugins"))
            try space.write(Self.manifest([plugins, dependency], [product]), to: "user/Package.swift")
            try space.write("import tiny\nprint(tiny_one(41))\n", to: "user/Sources/user/main.swift")
            let ran = try await space.run("swift", ["run", "--package-path", "user"], environment: environment)
            #expect(ran.status == 0 && ran.out.hasSuffix("42\n"), "\(ran.out)\(ran.err)")
            // The permissions may also follow the verb. The second call gets all results from the store.
            let again = try await package(
                ["xbuild", "tiny", "--targets=host"] + Self.permissions, in: space, environment)
            #expect(again.status == 0 && !(again.out + again.err).contains(" built,"), "\(again.out)\(again.err)")
        }

        @Test func `in SwiftPM's sandbox, the plugin uses a separate store`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host)]").install(in: space)
            try space.write("no folder\n", to: "caches/xbuild")
            var environment = try user(of: space)
            environment["XBUILD_STORE"] = nil
            environment["XDG_CACHE_HOME"] = space.path("caches")
            let output = try await package(Self.permissions + ["xbuild", "tiny"], in: space, environment)
            #expect(output.status == 0, "\(output.out)\(output.err)")
            #expect(space.exists("user/.build/plugins/XBuildPlugin/outputs/store/ac"))
        }

        @Test func `an error ends the plugin with a message`() async throws {
            let space = try TestSpace()
            try await SmallLibrary(targets: "[\(TestSpace.host)]").install(in: space)
            let environment = try user(of: space)
            let refused = try await package(["xbuild", "tiny"], in: space, environment)
            #expect(refused.status != 0 && refused.err.contains("wants permission to write to the package directory"))
            #expect(!space.exists("user/Vendor"))
            for (arguments, said) in [
                ([], "name a library: swift package xbuild zlib"), (["tiy"], "did you mean `tiny`?"),
                (["tiny", "--style", "tall"], "xbuild ended with status 2"),
            ] {
                let output = try await package(Self.permissions + ["xbuild"] + arguments, in: space, environment)
                #expect(output.status != 0 && (output.out + output.err).contains(said), "\(output.out)\(output.err)")
            }
        }

        @Test func `SwiftPM builds xbuild for a package that depends on it`() async throws {
            let space = try TestSpace()
            try space.write(Self.standIn, to: "xbuild/Package.swift")
            for program in ["lipo", "probe-ld"] { try space.write("", to: "xbuild/Sources/\(program)/main.swift") }
            try space.write(
                """
                import Foundation
                print(CommandLine.arguments.dropFirst().joined(separator: " "))
                print(ProcessInfo.processInfo.environment["XBUILD_HOME"] ?? "")
                """, to: "xbuild/Sources/xbuild/main.swift")
            try space.write("", to: "xbuild/recipes/none")
            try FileManager.default.createDirectory(
                atPath: space.path("xbuild/Plugins"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: TestSpace.repository.appending(path: "Plugins/XBuildPlugin"),
                to: space.folder.appending(path: "xbuild/Plugins/XBuildPlugin"))
            try space.write(
                Self.manifest([Self.plugin(in: space.folder.appending(path: "xbuild"))]), to: "user/Package.swift")
            try space.write("print(1)\n", to: "user/Sources/user/main.swift")
            var environment = space.environment
            environment["XBUILD_HOME"] = nil
            // PATH may contain an installed xbuild, which the plugin would run.
            let folders = (environment["PATH"] ?? "").split(separator: ":")
            environment["PATH"] = folders.filter {
                !FileManager.default.isExecutableFile(atPath: "\($0)/xbuild")
            }.joined(separator: ":")
            let output = try await package(Self.permissions + ["xbuild", "tiny", "--help"], in: space, environment)
            let root = space.path("")
            #expect(
                output.out.contains("package tiny --help --format swiftpm --output \(root)user/Vendor"),
                "\(output.out)\(output.err)")
            #expect(output.out.contains("\n\(root)xbuild/\n"), "\(output.out)")
            #expect(
                try await space.run("ls", ["user/.build/release/lipo", "user/.build/release/probe-ld"]).status == 0)
        }

        @Test func `the plugin is in the manifest only in SwiftPM's checkouts`() async throws {
            let space = try TestSpace()
            for (place, isThere) in [("checkouts/xbuild", true), ("xbuild", false)] {
                let text = try String(
                    contentsOf: TestSpace.repository.appending(path: "Package.swift"), encoding: .utf8)
                try space.write(text, to: "\(place)/Package.swift")
                let output = try await space.run("swift", ["package", "--package-path", place, "dump-package"])
                #expect(output.status == 0, "\(output.err)")
                #expect(output.out.contains("XBuildPlugin") == isThere)
            }
        }

        /// A package like xbuild's own, with programs that build in seconds.
        private static let standIn = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "xbuild",
                products: [
                    .executable(name: "xbuild", targets: ["xbuild"]), .executable(name: "lipo", targets: ["lipo"]),
                    .executable(name: "probe-ld", targets: ["probe-ld"]),
                    .plugin(name: "XBuildPlugin", targets: ["XBuildPlugin"]),
                ],
                targets: [
                    .executableTarget(name: "xbuild"), .executableTarget(name: "lipo"),
                    .executableTarget(name: "probe-ld"),
                    .plugin(
                        name: "XBuildPlugin",
                        capability: .command(
                            intent: .custom(verb: "xbuild", description: ""),
                            permissions: [
                                .writeToPackageDirectory(reason: ""), .allowNetworkConnections(scope: .all(), reason: ""),
                            ])),
                ])
            """
    }
}
