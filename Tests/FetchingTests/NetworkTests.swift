// Uses the real package registries through the machine's own apt and pip. Runs only with XBUILD_NETWORK_TESTS=1.

import Actions
import Basics
@testable import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing

private let isWanted = ProcessInfo.processInfo.environment["XBUILD_NETWORK_TESTS"] == "1"

/// Fetches from real registries.
@Suite(.enabled(if: isWanted, "XBUILD_NETWORK_TESTS is not 1"), .serialized, .tags(.network))
struct NetworkTests {
    let lines = Recorder<String>()

    private var fetcher: SourceFetcher {
        SourceFetcher(
            effects: .live(environment: ProcessInfo.processInfo.environment) { [lines] in lines.add($0) },
            settings: .init(download: .forTests))
    }

    private static func sha256(_ hex: String) throws -> SHA256Value { try #require(SHA256Value(hex: hex)) }

    @Test(arguments: [
        (
            "0.2.0", "libsecp256k1_0.2.0.orig.tar.xz", ["bookworm"],
            "07c1d76fc485936138c6572e94374df22ba41df06617926572b8a690fe8bc34b"
        ),
        (
            "0.5.0", "libsecp256k1_0.5.0.orig.tar.xz", ["bookworm", "trixie"],
            "13b70138be52d7a23bdf0ea39ed79799a30eb855f2ed82c028357f6432cd536b"
        ),
    ])
    func `Debian tarballs are fetched from the suites without changes to apt's lists`(
        version: String, file: String, suites: [String], hex: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let before = names(in: "/var/lib/apt/lists")
            let fetched = try await fetcher.fetch(
                [
                    .debian(
                        package: "libsecp256k1", version: version, file: file, suites: suites,
                        sha256: try Self.sha256(hex))
                ],
                into: folder)
            #expect(names(in: folder) == [hex])
            #expect(names(in: "/var/lib/apt/lists") == before)
            let tree = try await ArchiveReader().unpack(fetched.path, strip: 1) { try digest(of: $0) }
            #expect(tree.entries.contains { $0.name == "configure.ac" })
        }
    }

    @Test func `an error names each suite and the reason why it failed`() async throws {
        try await withTemporaryFolder { folder in
            let pin = try Self.sha256(String(repeating: "0", count: 64))
            _ = try? await fetcher.fetch(
                [
                    .debian(
                        package: "libsecp256k1", version: "0.5.0", file: "libsecp256k1_0.5.0.orig.tar.xz",
                        suites: ["bookworm", "trixie", "nonesuch"], sha256: pin)
                ], into: folder)
            let line = try #require(lines.all.first)
            #expect(lines.all.count == 1)
            #expect(line.contains("`bookworm`: does not hold `libsecp256k1_0.5.0.orig.tar.xz` of `libsecp256k1`; "))
            #expect(line.contains("`trixie`: expected sha256 \(pin), found 13b70138be52"))
            #expect(line.contains("`nonesuch`: `apt-get` ended with status 100: The repository "))
            #expect(names(in: folder).isEmpty)
        }
    }

    @Test func `only the selected members of a wheel are unpacked`() async throws {
        try await withTemporaryFolder { folder in
            let fetched = try await fetcher.fetch(
                [
                    .pypi(
                        package: "ziglang", version: "0.15.2", platform: "manylinux_2_12_x86_64", file: nil,
                        sha256: try Self.sha256("806316453d1ede7174ed3fefb8e5348154629089c3bb5fe812dfd0e172fac130"))
                ], into: folder)
            let blobs = MemoryBlobs()
            let tree = try await ArchiveReader().unpack(
                fetched.path, strip: 3,
                where: { path in
                    path.relative(to: "ziglang/lib/libc/include/any-macos-any") != nil
                        || path == "ziglang/lib/libc/darwin/libSystem.tbd"
                }
            ) { try blobs.write($0) }
            #expect(tree["darwin/libSystem.tbd"] != nil)
            #expect(tree["include/any-macos-any/stdio.h"] != nil)
            #expect(names(in: folder).count == 1)
        }
    }
}
