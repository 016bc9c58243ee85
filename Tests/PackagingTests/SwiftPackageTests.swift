import Actions
import Basics
import Foundation
import Packages
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

@Suite(.tags(.process)) struct SwiftPackageTests {
    private static let names = [
        "linux-gnu-x86_64", "linux-gnu-aarch64", "ios-arm64", "ios-simulator-arm64", "macos-arm64",
    ]

    /// Returns a sample with its XCFramework and its artifact bundle.
    private func sample(_ facts: (inout PackageFacts) -> Void = { _ in }) async throws -> PackageSample {
        var sample = try PackageSample(Self.names)
        facts(&sample.facts)
        let (apple, others) = (
            sample.slices.filter(\.target.platform.isApple), sample.slices.filter { !$0.target.platform.isApple }
        )
        try await sample.make(MakeXCFramework.self, .init(facts: sample.facts, slices: apple))
        try await sample.make(MakeArtifactBundle.self, .init(facts: sample.facts, slices: others))
        try FileManager.default.copyItem(
            at: sample.bench.root.appending(path: "archives/linux-gnu-x86_64/libTiny.a"),
            to: sample.bench.root.appending(path: "archives/any.a"))
        return sample
    }

    @Test func `a bundle lists one variant for each canonical triple`() async throws {
        let sample = try await sample()
        let script = """
            import json
            info = json.load(open("artifactbundle/Tiny.artifactbundle/info.json"))
            artifact = info["artifacts"]["Tiny"]
            print(info["schemaVersion"], artifact["type"], artifact["version"])
            for each in artifact["variants"]:
                meta = each["staticLibraryMetadata"]
                print(each["path"], *each["supportedTriples"], *meta["headerPaths"], meta["moduleMapPath"])
            """
        #expect(
            try sample.bench.tool("python3", "-c", script) == """
                1.0 staticLibrary 1.2.3
                aarch64-unknown-linux-gnu/libTiny.a aarch64-unknown-linux-gnu include include/Tiny include/Tiny/module.modulemap
                x86_64-unknown-linux-gnu/libTiny.a x86_64-unknown-linux-gnu include include/Tiny include/Tiny/module.modulemap

                """)
        #expect(
            try sample.listing("artifactbundle/Tiny.artifactbundle") == [
                "aarch64-unknown-linux-gnu/libTiny.a", "include/Tiny/module.modulemap", "include/Tiny/tiny.h",
                "info.json", "licenses/COPYING", "x86_64-unknown-linux-gnu/libTiny.a",
            ])
    }

    @Test func `the manifest has the XCFramework for Apple's platforms and the bundle for others`() async throws {
        let sample = try await sample { facts in
            facts.links = ["m"]
            facts.frameworks = ["Security"]
            facts.dependencies = [.init(name: "zlib", version: .of("1.3.1"), module: .of("CZlib"))]
        }
        try await sample.make(MakeSwiftPackage.self, .init(facts: sample.facts, slices: sample.slices))
        let text = String(decoding: try sample.bench.bytes("swiftpm/tiny/Package.swift"), as: UTF8.self)
        #expect(text == Self.manifest)
        let test = String(
            decoding: try sample.bench.bytes("swiftpm/tiny/Tests/TinySmokeTests/SmokeTests.swift"), as: UTF8.self)
        #expect(test.contains(#"@_silgen_name("tiny_one") private func entry()"#))
    }

    private static let manifest = """
        // swift-tools-version: 5.9
        import PackageDescription

        let apple: [Platform] = [.iOS, .macOS]
        let others: [Platform] = [.linux]

        let package = Package(
            name: "tiny",
            platforms: [.iOS("16.0"), .macOS("16.0")],
            products: [
                .library(name: "Tiny", targets: ["TinyExports", "TinyBundle"])
            ],
            dependencies: [
                .package(path: "../../../zlib-1.3.1/swiftpm/zlib"),
            ],
            targets: [
                .binaryTarget(name: "TinyApple", path: "Artifacts/Tiny.xcframework"),
                .binaryTarget(name: "TinyBundle", path: "Artifacts/Tiny.artifactbundle"),
                .target(
                    name: "TinyExports",
                    dependencies: [
                        .target(name: "TinyApple", condition: .when(platforms: apple)),
                        .target(name: "TinyBundle", condition: .when(platforms: others)),
                        .product(name: "CZlib", package: "zlib"),
                    ],
                    linkerSettings: [
                        .linkedLibrary("m", .when(platforms: [.linux, .iOS, .macOS])),
                        .linkedFramework("Security", .when(platforms: [.iOS, .macOS])),
                    ]),
                .testTarget(name: "TinySmokeTests", dependencies: ["TinyExports"]),
            ]
        )

        """

    @Test func `with an address of artifacts, the manifest contains their URLs and checksums`() async throws {
        let sample = try await sample()
        for format in ["xcframework", "artifactbundle"] {
            try sample.bench.write(Array("\(format)-sum\n".utf8), to: "checksums/Tiny/\(format)")
        }
        try await sample.make(
            MakeSwiftPackage.self,
            .init(
                facts: sample.facts, slices: sample.slices,
                addresses: .init(artifacts: "https://example.org/{name}-{version}")))
        let text = String(decoding: try sample.bench.bytes("swiftpm/tiny/Package.swift"), as: UTF8.self)
        for (name, format) in [("Apple", "xcframework"), ("Bundle", "artifactbundle")] {
            let url = "https://example.org/tiny-1.2.3/Tiny.\(format).zip"
            #expect(
                text.contains(
                    "        .binaryTarget(name: \"Tiny\(name)\", url: \"\(url)\", checksum: \"\(format)-sum\"),\n"))
        }
        #expect(!(try sample.listing("swiftpm/tiny").contains { $0.hasPrefix("Artifacts") }))
    }

    private static let zlib = {
        var zlib = PackageFacts(name: "zlib", version: .of("1.3"), summary: "", license: "Zlib", module: .of("CZlib"))
        zlib.links = ["z9"]
        return zlib
    }()

    /// Returns a sample that depends on zlib; its folder contains the checksums of both libraries' artifacts.
    private func sampleWithZlib() async throws -> PackageSample {
        let sample = try await sample {
            $0.dependencies = [.init(name: "zlib", version: Self.zlib.version, module: Self.zlib.module)]
        }
        for path in ["Tiny/xcframework", "Tiny/artifactbundle", "CZlib/artifactbundle"] {
            try sample.bench.write(Array("\(path)-sum\n".utf8), to: "checksums/\(path)")
        }
        return sample
    }

    @Test func `without addresses of repositories, the manifest contains the dependencies' targets`() async throws {
        let sample = try await sampleWithZlib()
        let slices = sample.slices.filter { !$0.target.platform.isApple }
        let newer = PackageSlice(target: .named("ios-arm64"), minimumVersion: OSVersion(17))
        try await sample.make(
            MakeSwiftPackage.self,
            .init(
                facts: sample.facts, slices: sample.slices, addresses: .init(artifacts: "https://example.org/{name}"),
                vendored: [.init(facts: Self.zlib, slices: slices + [newer])]))
        let held = String(decoding: try sample.bench.bytes("swiftpm/tiny/Package.swift"), as: UTF8.self)
        for line in [
            #"        .library(name: "Tiny", targets: ["TinyExports", "TinyBundle", "CZlibBundle"]),"#,
            #"        .library(name: "CZlib", targets: ["CZlibExports", "CZlibBundle"])"#,
            #"url: "https://example.org/zlib/CZlib.artifactbundle.zip", checksum: "CZlib/artifactbundle-sum"),"#,
            #"                .target(name: "CZlibExports"),"#,
            #"                .linkedLibrary("z9", .when(platforms: [.linux, .iOS])),"#,
            #"    platforms: [.iOS("17.0"), .macOS("16.0")],"#,
        ] {
            #expect(held.contains(line + "\n"), "\(held)")
        }
        #expect(!held.contains(".package("))
        #expect(try sample.listing("swiftpm/tiny").contains("Sources/CZlibExports/Exports.swift"))
    }

    @Test func `with addresses of repositories, the manifest refers to the dependencies' repositories`() async throws {
        let sample = try await sampleWithZlib()
        let addresses = PackageAddresses(
            artifacts: "https://example.org/{name}", packages: "https://example.org/git/c-{name}.git")
        try await sample.make(
            MakeSwiftPackage.self, .init(facts: sample.facts, slices: sample.slices, addresses: addresses))
        let named = String(decoding: try sample.bench.bytes("swiftpm/tiny/Package.swift"), as: UTF8.self)
        #expect(named.contains(#".package(url: "https://example.org/git/c-zlib.git", exact: "1.3.0"),"#))
        #expect(named.contains(#".product(name: "CZlib", package: "c-zlib"),"#) && !named.contains("CZlibBundle"))
        let readme = String(decoding: try sample.bench.bytes("swiftpm/tiny/README.md"), as: UTF8.self)
        #expect(readme.contains(#".package(url: "https://example.org/git/c-tiny.git", from: "1.2.3")"#))
    }

    @Test(arguments: [
        ("1.2.3", "1.2.3"), ("2.14", "2.14.0"), ("7", "7.0.0"), ("1.1.1w", nil), ("1.2.3.4", nil), ("1.0-rc1", nil),
        ("1..2", nil), ("1.02", "1.2.0"),
    ])
    func `only a version of one to three numbers becomes a semantic version`(version: String, words: String?) {
        #expect(Version.of(version).semantic == words)
    }

    @Test func `a joined archive has the members of all inputs, for one architecture or several`() async throws {
        let bench = try ToolBench()
        for (name, triple) in [
            ("mac", "arm64-apple-macosx13.0"), ("intel", "x86_64-apple-macosx13.0"),
            ("linux", "x86_64-unknown-linux-gnu"),
        ] {
            try bench.archive(
                "\(name)/libssl.a", ["ssl": "int crypto(void); int ssl(void) { return crypto(); }"], triple: triple)
            try bench.archive("\(name)/libcrypto.a", ["crypto": "int crypto(void) { return 1; }"], triple: triple)
        }
        for library in ["libssl.a", "libcrypto.a"] {
            try bench.tool("mkdir", "-p", "fat")
            try bench.tool("llvm-lipo-22", "-create", "mac/\(library)", "intel/\(library)", "-output", "fat/\(library)")
        }
        for name in ["linux", "fat"] {
            let run = StepRun()
            let files = try ["libssl.a", "libcrypto.a"].enumerated().map { index, library in
                (RelativePath.at("archives/\(index)/\(library)"), run.file(try bench.bytes("\(name)/\(library)")))
            }
            let outcome = try await run.run(
                JoinArchives.self, .init(archives: files.map(\.0)),
                Directory(files: Dictionary(uniqueKeysWithValues: files)))
            try run.write(outcome, to: bench)
            let members = try bench.tool("llvm-nm-22", "--defined-only", "--quiet", "joined.a")
            #expect(members.contains("ssl") && members.contains("crypto"))
            if name == "fat" { try bench.tool("llvm-lipo-22", "joined.a", "-verify_arch", "arm64", "x86_64") }
        }
        let run = StepRun()
        let bad = Directory(files: ["archives/0/liba.a": run.file(Array("text".utf8))])
        #expect(try await run.run(JoinArchives.self, .init(archives: ["archives/0/liba.a"]), bad).failure == .build)
        #expect(run.lines.last?.contains("archives/0/liba.a") == true)
    }
}
