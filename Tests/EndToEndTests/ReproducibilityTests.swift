import Foundation
import Testing

extension EndToEnd {
    /// The same inputs give the same bytes.
    struct ReproducibilityTests {
        struct Variation: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var arguments: [String] = []
            var umask = "022"
            var environment: [String: String] = [:]
            var store = "store"
        }

        private static let variations = [
            Variation(testDescription: "one job", arguments: ["--jobs", "1"], store: "a/rather/longer/folder"),
            Variation(testDescription: "four jobs in a sandbox", arguments: ["--jobs", "4", "--sandbox", "require"]),
            Variation(testDescription: "a strict umask, no sandbox", arguments: ["--sandbox", "off"], umask: "077"),
            Variation(
                testDescription: "another environment, no sandbox", arguments: ["--sandbox", "off"], umask: "002",
                environment: [
                    "CFLAGS": "-DWRONG", "CC": "false", "CONFIG_SITE": "/nowhere", "CPATH": "/nowhere",
                    "DESTDIR": "/nowhere", "LC_ALL": "de_DE.UTF-8", "MACOSX_DEPLOYMENT_TARGET": "10.4",
                    "MAKEFLAGS": "k", "SDKROOT": "/nowhere", "SOURCE_DATE_EPOCH": "1", "TZ": "Asia/Tokyo",
                    "ZERO_AR_DATE": "",
                ], store: "b"),
        ]

        @Test func `folder, umask, jobs and environment do not affect a package's bytes`() async throws {
            let usual = try await Self.package(of: Variation(testDescription: "the usual"))
            #expect(usual.files.contains("tiny-1.0/include/tiny_config-armv7.h"))
            for variation in Self.variations {
                let other = try await Self.package(of: variation)
                #expect(other.differences(from: usual) == [], "\(variation.testDescription)")
            }
        }

        private static func package(of variation: Variation) async throws -> FolderContents {
            let space = try TestSpace()
            try await SeedStore.plant(in: space, at: variation.store)
            try await SmallLibrary(usesAutoconf: true, targets: "[ios-armv7, linux-gnu-x86_64]").install(in: space)
            let command = ["umask \(variation.umask); exec \"$@\"", "sh", TestSpace.binary, "recipe", "tiny"]
            let folders = ["--store", variation.store, "--output", "dist-of-\(variation.store.count)"]
            let output = try await space.run(
                "sh", ["-c"] + command + variation.arguments + folders,
                environment: space.environment.merging(variation.environment) { $1 })
            #expect(output.status == 0, "\(variation.testDescription): \(output.err)")
            return try space.contents(folders[3])
        }
    }
}
