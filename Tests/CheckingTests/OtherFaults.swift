@testable import Checking

extension PlantedFault {
    private static let manifest = "Package.swift"

    private static func manifest(_ description: String, _ finds: Check..., old: String, new: String) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .swiftPackage() }) { $0.replace(old, new, in: manifest) }
    }

    static let ofSwiftPackages: [PlantedFault] = [
        manifest("no tools version", .manifestTools, old: "// swift-tools-version: 5.9\n", new: ""),
        manifest("a bracket that stays open", .manifestUnreadable, old: "    ]\n)", new: "    ]\n"),
        manifest(
            "a comment that stays open", .manifestUnreadable, old: "let package",
            new: "/* let package"),
        manifest(
            "no products", .manifestProducts, .targetUnused,
            old: "[.library(name: \"Z\", targets: [\"Z\", \"ZRemote\"])]", new: "[]"),
        manifest(
            "a product of nothing", .productTarget, old: "[\"Z\", \"ZRemote\"]", new: "[\"Z\", \"ZRemote\", \"Y\"]"),
        manifest("an unused target", .targetUnused, old: "[\"Z\", \"ZRemote\"]", new: "[\"Z\"]"),
        manifest(
            "two targets of one name", .targetTwice, old: "name: \"ZApple\", path", new: "name: \"ZRemote\", path"),
        PlantedFault("no sources", [.targetFolder], in: { .swiftPackage() }) { $0.files["Sources/Z/Z.swift"] = nil },
        manifest(
            "no XCFramework there", .binaryTargetPath, old: "Artifacts/Z.xcframework", new: "Artifacts/Y.xcframework"),
        manifest("a library as target", .binaryTargetKind, old: "Artifacts/Z.xcframework", new: "Artifacts/libz.a"),
        manifest("a target out of the package", .pathOutside, old: "Artifacts/Z.xcframework", new: "../Z.xcframework"),
        manifest("http", .binaryTargetURL, old: "https://", new: "http://"),
        manifest("no zip", .binaryTargetURL, old: "artifactbundle.zip\"", new: "artifactbundle.tar.gz\""),
        manifest("no checksum", .checksumMissing, old: "checksum:", new: "sha:"),
        manifest("a short checksum", .checksumForm, old: "aaaa\"", new: "aaa\""),
        manifest("the checksum of another zip", .checksumWrong, old: "aaaa\"", new: "aaab\""),
        manifest(
            "unsafe flags", .unsafeFlags, old: "[.iOS]))]",
            new: "[.iOS]))], linkerSettings: [.unsafeFlags([\"-L.\"])]"),
        manifest(
            "a folder that users of a fetched package do not have", .dependencyFolder, old: "    targets: [\n",
            new: "    dependencies: [.package(path: \"../y\")],\n    targets: [\n"),
        manifest("an older platform", .minimumTooNew, old: ".iOS(.v15)", new: ".iOS(.v13)"),
        PlantedFault("a fault in what it holds", [.plistPackageType], in: { .swiftPackage() }) {
            $0.replace("XFWK", "FMWK", in: "Artifacts/Z.xcframework/Info.plist")
        },
    ]

    private static let pc = "lib/pkgconfig/z.pc"

    private static func prefix(
        _ description: String, _ finds: Check..., plant: @escaping @Sendable (inout SamplePackage) -> Void
    ) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .prefix() }, plant)
    }

    static let ofPrefixes: [PlantedFault] = [
        prefix("an absolute prefix", .pkgConfigPrefix) { $0.replace("${pcfiledir}/../..", "/opt/z", in: pc) },
        prefix("no library", .pkgConfigLibrary) { $0.replace("-lz", "-lzz", in: pc) },
        prefix("no folder", .pkgConfigFolder) { $0.replace("/include", "/headers", in: pc) },
        prefix("private libraries", .pkgConfigPrivate) { $0[text: pc] += "\nLibs.private: -lm\n" },
        prefix("a libtool file", .libtoolFile) { $0[text: "lib/libz.la"] = "libdir='/opt/z/lib'\n" },
        prefix("a folder of the build", .buildPath) {
            $0[text: "lib/cmake/z/z-config.cmake"] = "set(Z_LIBRARY \"/home/me/build/lib/libz.a\")\n"
        },
        prefix("nothing that is known", .unknownPackage) { $0.files = ["README": [0x61]] },
    ]

    static let together: [PlantedFault] = [
        PlantedFault(together: "two packages with one library", [.sameArchive, .sameModule, .sameHeader, .sameTarget]) {
            var other = SamplePackage.swiftPackage()
            other.name = "Other"
            return [.swiftPackage(), other]
        },
        PlantedFault(together: "two bundles with one archive", [.sameArchive]) {
            [.bundle(), .bundle("Y", module: "Y")]
        },
        PlantedFault(together: "two bundles with one module", [.sameModule]) {
            [.bundle(), .bundle("Y", library: "liby.a")]
        },
        PlantedFault(together: "two XCFrameworks with one header", [.sameHeader, .mapAtRoot]) {
            var first = SamplePackage.xcframework()
            var second = SamplePackage.xcframework("Y", module: "Y", library: "liby.a")
            for slice in ["ios-arm64", "ios-arm64_x86_64-simulator"] {
                first.move("\(slice)/Headers/Z", to: "\(slice)/Headers")
                second.move("\(slice)/Headers/Y", to: "\(slice)/Headers")
            }
            return [first, second]
        },
    ]
}
