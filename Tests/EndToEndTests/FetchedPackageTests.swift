import Foundation
import TestServers
import Testing

extension EndToEnd {
    /// Packages whose artifacts SwiftPM downloads.
    struct FetchedPackageTests {
        /// A web server with the zips of the packages `base` and `counter`, which depends on `base`.
        private final class PackageServer {
            let space: TestSpace
            let certificates: TestCertificates
            let server: CacheServer

            init() async throws {
                space = try TestSpace()
                certificates = try TestCertificates()
                server = try CacheServer(
                    .secure(certificates),
                    keeping: space.folder.appending(path: "packages", directoryHint: .isDirectory))
                let targets = "[\(TestSpace.host)]"
                try await LinkedLibrary(name: "base", targets: targets).install(in: space)
                try await LinkedLibrary(name: "counter", needs: ["base"], targets: targets).install(in: space)
            }

            func package(_ arguments: String...) async throws {
                let address = server.address + "/{name}-{version}"
                let arguments = ["package", "counter", "--base-url", address] + arguments
                let built = try await space.run(TestSpace.binary, arguments)
                try #require(built.status == 0, "\(built.err)")
            }

            /// Runs SwiftPM; on Linux, with the test's certificate authority in place of the machine's.
            func swift(_ arguments: String...) async throws -> TestSpace.Output {
                #if os(macOS)
                    return try await space.run("swift", arguments)
                #else
                    let shown = ["--dev-bind", "/", "/", "--ro-bind", certificates.authority]
                    return try await space.run(
                        "bwrap", shown + ["/etc/ssl/certs/ca-certificates.crt", "swift"] + arguments)
                #endif
            }

            /// Writes a program that calls both libraries.
            func consumer(_ dependency: String) throws {
                try space.write(
                    """
                    // swift-tools-version: 6.0
                    import PackageDescription
                    let package = Package(
                        name: "user", dependencies: [\(dependency)],
                        targets: [
                            .executableTarget(
                                name: "user", dependencies: [.product(name: "counter", package: "counter")])
                        ])
                    """, to: "user/Package.swift")
                try space.write(
                    "import base\nimport counter\nprint(counter(), base())\n", to: "user/Sources/user/main.swift")
            }
        }

        @Test func `SwiftPM downloads the packages' zips and refuses a zip with another checksum`() async throws {
            let packageServer = try await PackageServer()
            try await packageServer.package()
            let package = "packages/counter-1.0/swiftpm/counter"
            let checked = try await packageServer.space.xbuild("check", package)
            #expect(checked.status == 0, "\(checked.out)")
            let both = try await packageServer.space.xbuild("check", package, "packages/base-1.0/swiftpm/base")
            #expect(both.out.contains("[same-target]"), "\(both.out)")
            try packageServer.consumer(".package(path: \"../\(package)\")")
            for system in ["native", "swiftbuild"] {
                let ran = try await packageServer.swift("run", "--package-path", "user", "--build-system", system)
                #expect(ran.status == 0 && ran.out.hasSuffix("2 1\n"), "\(system): \(ran.out)\(ran.err)")
            }
            let zips = ["/base-1.0/base.artifactbundle.zip", "/counter-1.0/counter.artifactbundle.zip"]
            try await until("requests are logged") { try Set(packageServer.server.requests()).count >= zips.count }
            #expect(try Set(packageServer.server.requests()) == Set(zips.map { "GET \($0) 200" }))

            try packageServer.space.remove("packages" + zips[0])
            try FileManager.default.copyItem(
                atPath: packageServer.space.path("packages" + zips[1]),
                toPath: packageServer.space.path("packages" + zips[0]))
            try packageServer.space.remove("user/.build")
            try packageServer.space.remove("home", ifAny: true)
            let refused = try await packageServer.swift("build", "--package-path", "user")
            #expect(refused.status != 0 && (refused.out + refused.err).contains("does not match"), "\(refused.err)")
        }

        @Test func `packages in separate repositories refer to each other by URL and version`() async throws {
            let packageServer = try await PackageServer()
            try await packageServer.package("--package-url", "file://\(packageServer.space.path("git"))/{name}")
            for name in ["base", "counter"] {
                try packageServer.space.write(
                    """
                    mkdir -p git && mv packages/\(name)-1.0/swiftpm/\(name) git && cd git/\(name) && git init -q && git add .
                    git -c user.name=a -c user.email=a@example.org commit -qm first && git tag 1.0.0
                    """, to: "publish.sh")
                let published = try await packageServer.space.run("sh", ["-eu", "publish.sh"])
                #expect(published.status == 0, "\(published.err)")
            }
            let checked = try await packageServer.space.xbuild("check", "git/counter", "git/base")
            #expect(checked.status == 0, "\(checked.out)")
            try packageServer.consumer(
                ".package(url: \"file://\(packageServer.space.path("git"))/counter\", from: \"1.0.0\")")
            let ran = try await packageServer.swift("run", "--package-path", "user")
            #expect(ran.status == 0 && ran.out.hasSuffix("2 1\n"), "\(ran.out)\(ran.err)")
        }

        @Test func `unusable addresses are refused before the build`() async throws {
            let space = try TestSpace()
            for (arguments, said) in [
                (["--base-url", "http://example.org"], "begins with `https://`"),
                (["--base-url", "https://example.org/\n\""], "an address without spaces"),
                (["--package-url", "https://example.org/{name}"], "requires `--base-url`"),
                (["--base-url", "https://a.org", "--package-url", "https://a.org"], "must contain `{name}`"),
            ] {
                let output = try await space.run(TestSpace.binary, ["package", "zlib"] + arguments)
                #expect(output.status == 2 && output.err.contains(said), "\(output.err)")
            }
        }
    }
}
