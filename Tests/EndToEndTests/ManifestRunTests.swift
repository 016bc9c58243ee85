import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Manifests (`Package.swift`), which `xbuild check` runs in a sandbox.
    struct ManifestRunTests {
        private static let targets = """
            .binaryTarget(name: "ZApple", path: "Z.xcframework"),
            .binaryTarget(
                name: "ZFar", url: "https://example.org/Z.artifactbundle.zip",
                checksum: "\(String(repeating: "a", count: 64))"),
            .target(name: "Z", dependencies: ["ZFar"], linkerSettings: [.unsafeFlags(["-L."])]),
            """

        private func space(_ targets: String = targets, before: String = "", after: String = "") throws -> TestSpace {
            let space = try TestSpace()
            try space.write("", to: "Z/Sources/Z/Z.swift")
            try space.write("MIT\n", to: "Z/LICENSE")
            try space.write(
                """
                // swift-tools-version: 5.9
                import Foundation
                import PackageDescription
                \(before)
                let package = Package(
                    name: "Z", platforms: [.iOS("13.0")], products: [.library(name: "Z", targets: ["Z"])],
                    dependencies: [.package(path: "../Y")], targets: [\(targets)])
                \(after)
                """, to: "Z/Package.swift")
            return space
        }

        /// Returns the names of the checks in a report.
        private func found(_ output: TestSpace.Output) -> [String] {
            output.out.split(separator: "\n").compactMap { line in
                line.hasSuffix("]") ? line.split(separator: "[").last.map { String($0.dropLast()) } : nil
            }.sorted()
        }

        @Test func `a manifest is checked as SwiftPM reads it`() async throws {
            let space = try space(after: #"package.targets.append(.target(name: "Compu" + "ted"))"#)
            let output = try await space.xbuild("check", "Z")
            let checks = [
                "binary-target-path", "dependency-folder", "target-folder", "target-unused", "unsafe-flags",
            ]
            #expect(output.status == 5 && found(output) == checks, "\(output.out)\(output.err)")
            #expect(output.out.contains("target `Computed` has no folder `Sources/Computed`"), "\(output.out)")
        }

        @Test func `an invalid manifest is reported with SwiftPM's error and its line`() async throws {
            let twice = try space(Self.targets + Self.targets)
            let output = try await twice.xbuild("check", "Z")
            #expect(output.status == 5 && found(output) == ["manifest-unreadable"], "\(output.out)\(output.err)")
            #expect(output.out.contains("error: duplicate target named 'Z"), "\(output.out)")
            let broken = try space(before: "let text: String = 1")
            let refused = try await broken.xbuild("check", "Z")
            #expect(refused.out.contains("--> Z/Package.swift: line 4\n"), "\(refused.out)\(refused.err)")
        }

        @Test func `without Swift a warning says that the manifest was not checked`() async throws {
            let space = try space()
            let output = try await space.xbuild("check", "Z", environment: ["PATH": "/usr/bin:/bin"])
            #expect(output.status == 0 && found(output) == ["manifest-unchecked"], "\(output.out)\(output.err)")
            #expect(output.out.contains("warning: the manifest was not checked: there is no Swift in PATH"))
        }

        #if os(Linux)
            @Test func `a manifest can access neither files outside its sandbox nor the network`() async throws {
                let space = try space(
                    before: """
                        let name = FileManager.default.fileExists(atPath: "HERE/secret") ? "Read" : "None"
                        let isWritten = (try? "x".write(toFile: "HERE/Z/made", atomically: false, encoding: .utf8)) != nil
                        let address = (try? String(contentsOfFile: "/proc/net/route", encoding: .utf8)) ?? ""
                        let isOnline = address.split(separator: "\\n").count > 1
                        """,
                    after: #"package.targets.append(.target(name: name + "\(isWritten)\(isOnline)"))"#)
                let manifest = try space.read("Z/Package.swift")
                try space.write(manifest.replacing("HERE", with: space.folder.path), to: "Z/Package.swift")
                try space.write("", to: "secret")
                let output = try await space.xbuild("check", "Z")
                #expect(output.out.contains("target `Nonefalsefalse` has no folder"), "\(output.out)\(output.err)")
                #expect(!space.exists("Z/made"))
            }

            @Test(arguments: ["symlink(\"HERE/secret\", path)", "mkfifo(path, 0o600)", "mkdir(path, 0o700)"])
            func `a manifest that replaces its output file exposes no other file`(call: String) async throws {
                let replacement =
                    "for path in [\"/xbuild/errors\", \"/xbuild/manifest.json\"] { unlink(path); \(call) }"
                let space = try space(after: replacement + "\nexit(3)")
                let manifest = try space.read("Z/Package.swift")
                try space.write(manifest.replacing("HERE", with: space.folder.path), to: "Z/Package.swift")
                try space.write("error: the secret\n", to: "secret")
                let output = try await space.xbuild("check", "Z")
                #expect(output.status == 5 && found(output) == ["manifest-unreadable"], "\(output.out)\(output.err)")
                #expect(!output.out.contains("the secret"), "\(output.out)")
            }

            @Test(arguments: [
                #"while true { print(String(repeating: "x", count: 1 << 20)) }"#,
                #"try Data(count: 1 << 30).write(to: URL(filePath: "/xbuild/large")); while true {}"#,
            ])
            func `a manifest that does not terminate is killed`(code: String) async throws {
                let space = try space(after: code)
                let output = try await space.xbuild("check", "Z")
                #expect(output.status == 5 && found(output) == ["manifest-unreadable"], "\(output.out)\(output.err)")
            }
        #endif
    }
}
