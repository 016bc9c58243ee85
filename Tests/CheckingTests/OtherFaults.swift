@testable import Checking

extension PlantedFault {
    private static func manifest(_ description: String, _ finds: Check..., old: String, new: String) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .swiftPackage() }) { $0.replaceInDump(old, new) }
    }

    private static func answer(_ description: String, _ find: Check, _ answer: ManifestAnswer?) -> PlantedFault {
        PlantedFault(description, [find], in: { .swiftPackage() }) { $0.manifests["Package.swift"] = answer }
    }

    static let ofSwiftPackages: [PlantedFault] = [
        PlantedFault("no tools version", [.manifestTools], in: { .swiftPackage() }) { $0[text: "Package.swift"] = "" },
        answer("a manifest that SwiftPM refuses", .manifestUnreadable, .refused("duplicate target named 'Z'", line: 3)),
        answer("a truncated description by SwiftPM", .manifestUnreadable, .dumped(Array("{".utf8))),
        answer("a machine without a sandbox", .manifestUnchecked, .unread("`bwrap` is not installed")),
        answer("a machine without Swift", .manifestUnchecked, nil),
        manifest(
            "no products", .manifestProducts, .targetUnused,
            old: #"[{"name": "Z", "targets": ["Z", "ZRemote"], "type": {"library": ["automatic"]}}]"#, new: "[]"),
        manifest("a target that nothing uses", .targetUnused, old: #"["Z", "ZRemote"]"#, new: #"["Z"]"#),
        PlantedFault("no sources", [.targetFolder], in: { .swiftPackage() }) { $0.files["Sources/Z/Z.swift"] = nil },
        manifest(
            "a missing XCFramework", .binaryTargetPath, old: "Artifacts/Z.xcframework", new: "Artifacts/Y.xcframework"),
        manifest("a path outside the package", .pathOutside, old: "Artifacts/Z.xcframework", new: "../Z.xcframework"),
        manifest("a short checksum", .checksumForm, old: "aaaa\"", new: "aaa\""),
        manifest("the checksum of another zip", .checksumWrong, old: "aaaa\"", new: "aaab\""),
        manifest(
            "unsafe flags", .unsafeFlags, old: #""regular", "settings": []"#,
            new: #""regular", "settings": [{"kind": {"unsafeFlags": {"_0": ["-L."]}}, "tool": "linker"}]"#),
        manifest(
            "a local folder in a fetched package", .dependencyFolder, old: #""dependencies": [],\#n "platforms""#,
            new: #""dependencies": [{"fileSystem": [{"identity": "y", "path": "/y"}]}],\#n "platforms""#),
        manifest("a minimum below that of the objects", .minimumTooNew, old: #""15.0""#, new: #""13.0""#),
        PlantedFault(
            "a fault in an artifact, without Swift", [.manifestUnchecked, .plistPackageType], in: { .swiftPackage() }
        ) {
            $0.manifests = [:]
            $0.replace("XFWK", "FMWK", in: "Artifacts/Z.xcframework/Info.plist")
        },
        PlantedFault("a fault in an artifact", [.plistPackageType], in: { .swiftPackage() }) {
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
        prefix("a library in none of the folders", .pkgConfigLibrary) { $0.replace("-lz", "-lzz", in: pc) },
        prefix("a folder that does not exist", .pkgConfigFolder) { $0.replace("/include", "/headers", in: pc) },
        prefix("private libraries", .pkgConfigPrivate) { $0[text: pc] += "\nLibs.private: -lm\n" },
        prefix("a libtool file", .libtoolFile) { $0[text: "lib/libz.la"] = "libdir='/opt/z/lib'\n" },
        prefix("a path of the build machine", .buildPath) {
            $0[text: "lib/cmake/z/z-config.cmake"] = "set(Z_LIBRARY \"/home/me/build/lib/libz.a\")\n"
        },
        prefix("an unknown kind of package", .unknownPackage) { $0.files = ["README": [0x61]] },
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
