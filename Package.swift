// swift-tools-version: 6.2
import PackageDescription

// Targets stand in reading order; each imports only what stands above it.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The tools that run inside actions start thousands of times: they carry no shared library.
let staticExecutable: [LinkerSetting] = [
    .unsafeFlags(["-static-executable"], .when(platforms: [.linux]))
]

let package = Package(
    name: "xbuild",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "xbuild", targets: ["xbuild"]),
        .executable(name: "lipo", targets: ["lipo"]),
        .executable(name: "probe-ld", targets: ["probe-ld"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),

        // Words that everything shares, and where code runs.
        .target(name: "Basics", swiftSettings: strict),
        .target(name: "Targets", swiftSettings: strict),

        // What the author declares.
        .target(name: "Documents", dependencies: ["Basics", "Yams"], swiftSettings: strict),
        .target(name: "Recipes", dependencies: ["Basics", "Documents", "Targets"], swiftSettings: strict),
        .target(name: "Toolchains", dependencies: ["Basics", "Documents", "Targets"], swiftSettings: strict),

        // A unit of work, and what is known already.
        .target(
            name: "Actions",
            dependencies: [
                "Basics", "CCrypto", .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Protocol/README.md", "Protocol/remote_execution.proto"],
            swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: ["Actions", "Basics", .product(name: "SystemPackage", package: "swift-system")],
            swiftSettings: strict),

        // Pinned inputs.
        .target(
            name: "Fetching",
            dependencies: [
                "Actions", "Basics", "CArchive", "CCurl", "Store",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),

        // Execution.
        .target(
            name: "Engine",
            dependencies: [
                "Actions", "Basics", "Store",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),

        // Bytes, headers, packages.
        .target(name: "ObjectFiles", swiftSettings: strict),
        .target(name: "ModuleMaps", dependencies: ["Basics", "Targets"], swiftSettings: strict),
        .target(
            name: "Packaging", dependencies: ["Actions", "Basics", "ModuleMaps", "ObjectFiles", "Targets"],
            swiftSettings: strict),

        // The plan.
        .target(
            name: "Planning",
            dependencies: [
                "Actions", "Basics", "Fetching", "ModuleMaps", "Packaging", "Recipes", "Targets", "Toolchains",
            ],
            swiftSettings: strict),

        // The person at the terminal.
        .executableTarget(
            name: "xbuild",
            dependencies: [
                "Actions", "Basics", "Documents", "Engine", "Fetching", "ModuleMaps", "ObjectFiles", "Packaging",
                "Planning", "Recipes", "Store", "Targets", "Toolchains",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "lipo", dependencies: ["ObjectFiles"], swiftSettings: strict, linkerSettings: staticExecutable),
        .executableTarget(
            name: "probe-ld", dependencies: ["ObjectFiles"], swiftSettings: strict,
            linkerSettings: staticExecutable),

        // Tests.
        .testTarget(name: "BasicsTests", dependencies: ["Basics"]),
        .testTarget(name: "TargetsTests", dependencies: ["Targets"]),
        .testTarget(name: "RecipesTests", dependencies: ["Documents", "Recipes"], exclude: ["Golden"]),
        .testTarget(name: "ToolchainsTests", dependencies: ["Toolchains"]),
        .testTarget(name: "ActionsTests", dependencies: ["Actions"]),
        .testTarget(name: "StoreTests", dependencies: ["Store"]),
        .testTarget(name: "FetchingTests", dependencies: ["Fetching"]),
        .testTarget(name: "PlanningTests", dependencies: ["Planning"]),
        .testTarget(name: "EngineTests", dependencies: ["Engine"]),
        .testTarget(name: "ObjectFilesTests", dependencies: ["ObjectFiles"]),
        .testTarget(name: "ModuleMapsTests", dependencies: ["ModuleMaps"]),
        .testTarget(name: "PackagingTests", dependencies: ["Packaging"]),
        .testTarget(name: "xbuildTests", dependencies: ["xbuild"]),
    ],
    swiftLanguageModes: [.v6]
)
