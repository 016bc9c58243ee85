// swift-tools-version: 6.2
import PackageDescription

// Targets are in reading order; each imports only targets above it.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// scripts/build passes -Onone to the compiler driver; for these modules, a frontend flag overrides it. Any other
// release build, such as `swift build -c release` or a build of a package that depends on xbuild, optimises all
// modules.
let hot =
    Context.environment["XBUILD_OPTIMIZE"] == "hot"
    ? strict + [SwiftSetting.unsafeFlags(["-Xfrontend", "-O"])] : strict

// The program contains Swift's libraries; the tests load them. Both use the same compiled modules, so linker flags
// replace --static-swift-stdlib: -static-stdlib, and the libraries that Foundation's static modules would name.
let staticLibraries: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims",
            "-l_FoundationCollections",
        ], .when(platforms: [.linux], configuration: .release))
]

// Actions start these tools thousands of times: static executables start faster, as they load no shared library.
let staticExecutable: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-static-executable"], .when(platforms: [.linux]))
]

// On Linux, xbuild loads libcurl, libarchive, libcrypto and libzstd when it first calls them; see CLoading.
#if os(Linux)
    let linksAtBuild = false
#else
    let linksAtBuild = true
#endif

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "xbuild",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "xbuild", targets: ["xbuild-program"]),
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
        .systemLibrary(name: "CCurl"),
        .systemLibrary(
            name: "CArchive", pkgConfig: linksAtBuild ? "libarchive" : nil, providers: [.brew(["libarchive"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: linksAtBuild ? "libcrypto" : nil, providers: [.brew(["openssl@3"])]),
        .systemLibrary(name: "CZstd", pkgConfig: linksAtBuild ? "libzstd" : nil, providers: [.brew(["zstd"])]),

        // On Linux, CLoading loads these four system libraries when they are first called.
        .target(name: "CLoading", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

        // Files, processes, locks and the clock of this machine.
        .target(name: "Machine", dependencies: [subprocess, system], swiftSettings: hot),

        // Types that most other modules use.
        .target(name: "Basics", swiftSettings: hot),
        .target(name: "Targets", dependencies: ["Basics"], swiftSettings: hot),
        .target(name: "Licenses", dependencies: ["Basics"], swiftSettings: strict),
        .target(name: "Packages", dependencies: ["Basics", "Targets"], swiftSettings: strict),
        .target(name: "ModuleMaps", dependencies: ["Basics", "Targets"], swiftSettings: strict),

        // Files that users write.
        // Documents imports only the module CYaml of Yams, which contains libyaml.
        .target(name: "Documents", dependencies: ["Basics", "Yams"], swiftSettings: hot),
        .target(
            name: "Recipes", dependencies: ["Basics", "Documents", "Machine", "ModuleMaps", "Packages", "Targets"],
            swiftSettings: strict),
        .target(name: "Proposing", dependencies: ["Basics", "Licenses", "Recipes", "Targets"], swiftSettings: strict),
        .target(name: "Dependencies", dependencies: ["Basics", "Documents", "Recipes"], swiftSettings: strict),
        .target(name: "Toolchains", dependencies: ["Basics", "Documents", "Machine", "Targets"], swiftSettings: hot),

        // The plan.
        .target(
            name: "Actions",
            dependencies: [
                "Basics", "CCrypto", "CLoading", "Packages", "Targets",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Protocol/README.md", "Protocol/remote_execution.proto"],
            swiftSettings: hot),
        .target(
            name: "Steps",
            dependencies: ["Actions", "Basics", "ModuleMaps", "Packages", "Targets", "Toolchains"],
            swiftSettings: strict),
        .target(
            name: "Planning",
            dependencies: [
                "Actions", "Basics", "ModuleMaps", "Packages", "Recipes", "Steps", "Targets", "Toolchains",
            ],
            swiftSettings: hot),

        // Stored results.
        .target(
            name: "Store",
            dependencies: ["Actions", "Basics", "CCrypto", "CLoading", "Machine", system],
            swiftSettings: strict),

        // Access to other machines.
        .target(
            name: "Network", dependencies: ["CCurl", "CLoading"], swiftSettings: strict,
            linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),

        // Pinned inputs.
        .target(
            name: "Fetching",
            dependencies: [
                "Actions", "Basics", "CArchive", "CLoading", "Machine", "Network", "Steps", "Store", system,
            ],
            swiftSettings: strict),

        // Results on other machines.
        .target(
            name: "Remote",
            dependencies: [
                "Basics", "CLoading", "CZstd", "Network", "Store",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Protocol/README.md", "Protocol/remote_services.proto"], swiftSettings: strict),

        // Changes to sources.
        .target(name: "Patching", dependencies: ["Actions", "Basics", "Steps"], swiftSettings: strict),

        // Execution.
        .target(
            name: "Engine",
            dependencies: [
                "Actions", "Basics", "Machine", "Store", "Targets", system,
            ],
            swiftSettings: strict),

        // Bytes, headers, packages.
        .target(name: "ObjectFiles", swiftSettings: hot),
        .target(
            name: "Packaging",
            dependencies: [
                "Actions", "Basics", "CArchive", "CLoading", "Machine", "ModuleMaps", "ObjectFiles", "Packages",
                "Steps", "Targets", "Toolchains",
            ],
            swiftSettings: strict),

        .target(
            name: "Checking", dependencies: ["Basics", "Machine", "ModuleMaps", "ObjectFiles", "Packages", "Targets"],
            swiftSettings: strict),

        // The command line.
        .target(
            name: "xbuild",
            dependencies: [
                "Actions", "Basics", "Checking", "Dependencies", "Documents", "Engine", "Fetching", "Licenses",
                "Machine", "ModuleMaps", "ObjectFiles", "Packages", "Packaging", "Patching", "Planning", "Proposing",
                "Recipes", "Remote", "Steps", "Store", "Targets", "Toolchains",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                system,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "xbuild-program", dependencies: ["xbuild"], swiftSettings: strict, linkerSettings: staticLibraries),
        .executableTarget(
            name: "lipo", dependencies: ["ObjectFiles"], swiftSettings: strict, linkerSettings: staticExecutable),
        .executableTarget(
            name: "probe-ld", dependencies: ["ObjectFiles"], swiftSettings: strict,
            linkerSettings: staticExecutable),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["Basics", "Machine", "Targets", "Toolchains", subprocess, system],
            path: "Tests/TestSupport"),
        .testTarget(name: "MachineTests", dependencies: ["Machine", "TestSupport", system]),
        .testTarget(name: "BasicsTests", dependencies: ["Basics", "Targets", "TestSupport"]),
        .testTarget(name: "TargetsTests", dependencies: ["Targets", "TestSupport"]),
        .testTarget(name: "LicensesTests", dependencies: ["Licenses"]),
        .testTarget(name: "PackagesTests", dependencies: ["Packages"]),
        .testTarget(
            name: "RecipesTests",
            dependencies: ["Basics", "Documents", "Packages", "Recipes", "Targets", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(
            name: "ProposingTests", dependencies: ["Basics", "Proposing", "Recipes", "Targets"]),
        .testTarget(
            name: "DependenciesTests", dependencies: ["Basics", "Dependencies", "Documents", "Recipes", "TestSupport"]),
        .testTarget(
            name: "ToolchainsTests",
            dependencies: ["Basics", "Documents", "Machine", "Targets", "TestSupport", "Toolchains"]),
        .testTarget(name: "ActionsTests", dependencies: ["Actions", "Basics", "Targets", "TestSupport"]),
        .testTarget(
            name: "StoreTests", dependencies: ["Actions", "Basics", "Machine", "Store", "TestSupport", system]),
        .testTarget(name: "NetworkTests", dependencies: ["Network"]),
        .target(
            name: "TestServers", dependencies: ["TestSupport"], path: "Tests/TestServers",
            exclude: ["compressing_front.py", "execution_front.py", "fronts.py"]),
        .testTarget(
            name: "RemoteTests",
            dependencies: [
                "Actions", "Basics", "Machine", "Network", "Remote", "Store", "TestServers", "TestSupport",
                .product(name: "SwiftProtobuf", package: "swift-protobuf"), system,
            ]),
        .testTarget(
            name: "FetchingTests",
            dependencies: ["Actions", "Basics", "Fetching", "Machine", "Network", "Steps", "TestSupport", system]),
        .testTarget(name: "PatchingTests", dependencies: ["Actions", "Basics", "Patching", "TestSupport"]),
        .testTarget(
            name: "EngineTests",
            dependencies: ["Actions", "Basics", "Engine", "Machine", "Store", "Targets", "TestSupport", system]),
        .testTarget(name: "ObjectFilesTests", dependencies: ["ObjectFiles", "TestSupport"]),
        .testTarget(name: "ModuleMapsTests", dependencies: ["Basics", "ModuleMaps", "Targets", "TestSupport"]),
        .testTarget(
            name: "PackagingTests",
            dependencies: [
                "Actions", "Basics", "ModuleMaps", "ObjectFiles", "Packages", "Packaging", "Steps", "Targets",
                "TestSupport",
            ]),
        .testTarget(
            name: "CheckingTests",
            dependencies: ["Basics", "Checking", "ModuleMaps", "ObjectFiles", "TestSupport"]),
        .testTarget(
            name: "PlanningTests",
            dependencies: [
                "Actions", "Basics", "Packages", "Planning", "Recipes", "Steps", "Targets", "TestSupport", "Toolchains",
            ], exclude: ["Golden"]),
        .testTarget(
            name: "xbuildTests",
            dependencies: [
                "Actions", "Basics", "Documents", "Engine", "Fetching", "Machine", "Recipes", "Store", "Targets",
                "TestServers", "TestSupport", "Toolchains", "xbuild",
                system,
            ]),
        // These run the program that scripts/build made; only the tests of step titles link its modules.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Actions", "Basics", "Engine", "ObjectFiles", "Store", "Targets", "TestServers", "TestSupport",
                "xbuild",
                system,
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// `scripts/test unit MODULE` builds the tests of that module only, `scripts/test unit` all but the end-to-end tests.
// The other test targets are removed, because SwiftPM links all tests of a package into one bundle.
if let tests = Context.environment["XBUILD_TESTS"] {
    package.targets.removeAll { target in
        guard target.type == .test else { return false }
        return tests == "unit" ? target.name == "EndToEndTests" : target.name != "\(tests)Tests"
    }
}

// If SwiftPM has checked xbuild out for another package, that package gets the command plugin. In other checkouts the
// plugin would only slow down every build. It depends on no program: otherwise SwiftPM would build everything twice.
if Context.packageDirectory.contains("/checkouts/") {
    package.products.append(.plugin(name: "XBuildPlugin", targets: ["XBuildPlugin"]))
    package.targets.append(
        .plugin(
            name: "XBuildPlugin",
            capability: .command(
                intent: .custom(verb: "xbuild", description: "Build C libraries and vendor them as SwiftPM packages"),
                permissions: [
                    .writeToPackageDirectory(reason: "the libraries are put into its folder Vendor"),
                    .allowNetworkConnections(scope: .all(), reason: "sources of libraries are downloaded"),
                ])))
}
