// swift-tools-version: 6.2
import PackageDescription

// The command plugin alone, without the package dependencies of xbuild itself.
let package = Package(
    name: "xbuild-plugin",
    products: [.plugin(name: "XBuildPlugin", targets: ["XBuildPlugin"])],
    targets: [
        .plugin(
            name: "XBuildPlugin",
            capability: .command(
                intent: .custom(verb: "xbuild", description: "Build C libraries and vendor them as SwiftPM packages"),
                permissions: [
                    .writeToPackageDirectory(reason: "the libraries are put into its folder Vendor"),
                    .allowNetworkConnections(scope: .all(), reason: "sources of libraries are downloaded"),
                ]),
            path: "XBuildPlugin")
    ],
    swiftLanguageModes: [.v6]
)
