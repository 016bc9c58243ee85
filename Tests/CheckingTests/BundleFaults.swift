@testable import Checking

/// A fault planted in a clean package, and the checks that must find it; no other check may report a finding.
struct PlantedFault: Sendable, CustomStringConvertible {
    var description: String
    var finds: Set<Check>
    /// The packages with the fault.
    var packages: @Sendable () -> [SamplePackage]

    init(
        _ description: String, _ finds: Set<Check>, in clean: @escaping @Sendable () -> SamplePackage,
        _ plant: @escaping @Sendable (inout SamplePackage) -> Void
    ) {
        self.description = description
        self.finds = finds
        packages = {
            var planted = clean()
            plant(&planted)
            return [planted]
        }
    }

    init(together description: String, _ finds: Set<Check>, _ packages: @escaping @Sendable () -> [SamplePackage]) {
        self.description = description
        self.finds = finds
        self.packages = packages
    }
}

extension PlantedFault {
    private static let gnu = "x86_64-unknown-linux-gnu"
    private static let archive = "\(gnu)/libz.a"

    private static func bundle(
        _ description: String, _ finds: Check..., plant: @escaping @Sendable (inout SamplePackage) -> Void
    ) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .bundle() }, plant)
    }

    private static func info(_ description: String, _ finds: Check..., old: String, new: String) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .bundle() }) { $0.replace(old, new, in: "info.json") }
    }

    static let ofBundles: [PlantedFault] = [
        bundle("no info.json", .bundleInfoMissing) { $0.files["info.json"] = nil },
        bundle("a truncated info.json", .bundleInfoUnreadable) { $0[text: "info.json"] = "{\"schemaVersion\": " },
        bundle("a list as info.json", .bundleInfoUnreadable) { $0[text: "info.json"] = "[1]" },
        bundle("an empty info.json", .bundleInfoUnreadable) { $0[text: "info.json"] = "" },
        bundle("an info.json nested ten thousand deep", .bundleInfoUnreadable) {
            $0[text: "info.json"] = String(repeating: "[", count: 10000)
        },
        info("schema 3", .bundleSchema, old: "\"1.0\"", new: "\"3.0\""),
        info("a number as schema", .bundleSchema, old: "\"1.0\"", new: "1"),
        info("a misspelt key", .bundleKey, .bundleVersion, old: "\"version\"", new: "\"versoin\""),
        bundle("no artifacts", .bundleArtifacts) {
            $0[text: "info.json"] = "{\"schemaVersion\": \"1.0\", \"artifacts\": {}}"
        },
        info("an unknown artifact type", .bundleType, old: "staticLibrary\"", new: "static-library\""),
        info("an empty version", .bundleVersion, old: "1.3.1", new: ""),
        bundle("no variants", .bundleVariants, .bundleUnlisted) {
            $0[text: "info.json"] = """
                {"schemaVersion": "1.0", "artifacts":
                 {"Z": {"type": "staticLibrary", "version": "1", "variants": []}}}
                """
        },
        bundle("a second library", .bundleSeveral) {
            $0.replace(
                "\"artifacts\": {",
                """
                "artifacts": {"Y": {"type": "staticLibrary", "version": "1", "variants": [
                {"path": "\(gnu)/liby.a", "supportedTriples": ["\(gnu)"], "staticLibraryMetadata": {
                "headerPaths": ["include"], "moduleMapPath": "include/module.modulemap"}}]},
                """, in: "info.json")
            $0.files["\(gnu)/liby.a"] = Objects.linuxArchive
        },
        bundle("a missing archive", .bundlePath) { $0.files[archive] = nil },
        info(
            "a variant without path", .bundlePath, .bundleKey, .bundleUnlisted, old: "\"path\": \"\(gnu)",
            new: "\"pfad\": \"\(gnu)"),
        info("an archive path outside the bundle", .pathOutside, .bundleUnlisted, old: archive, new: "../libz.a"),
        bundle("a program outside the bundle", .pathOutside) {
            let program = #""Y": {"type": "executable", "version": "1", "variants": [{"path": "../../../bin/sh"}]}, "#
            $0.replace("\"artifacts\": {", "\"artifacts\": {" + program, in: "info.json")
        },
        bundle("an SDK at an absolute path", .pathOutside) {
            let sdk = #""Y": {"type": "swiftSDK", "version": "1", "variants": [{"path": "/usr"}]}, "#
            $0.replace("\"artifacts\": {", "\"artifacts\": {" + sdk, in: "info.json")
        },
        bundle("an archive without the prefix `lib`", .bundleLibraryName) {
            $0.move(archive, to: "\(gnu)/z.a")
            $0.replace(archive, "\(gnu)/z.a", in: "info.json")
        },
        info("no triples", .bundleNoTriples, old: "[\"\(gnu)\"]", new: "[]"),
        info("an unknown triple", .tripleUnknown, old: "[\"\(gnu)\"]", new: "[\"x86_64-unknown-linus-gnu\"]"),
        info("a triple of three parts", .tripleParts, old: "[\"\(gnu)\"]", new: "[\"x86_64-linux-gnu\"]"),
        info(
            "a versioned triple", .tripleVersion, .bundlePlatform, old: "[\"\(gnu)\"]",
            new: "[\"x86_64-apple-macosx13.0\"]"),
        info("another vendor", .tripleSpelling, old: "[\"\(gnu)\"]", new: "[\"x86_64-pc-linux-gnu\"]"),
        info("a triple twice", .tripleTwice, old: "[\"\(gnu)\"]", new: "[\"\(gnu)\", \"\(gnu)\"]"),
        info(
            "two variants for one triple", .tripleAmbiguous, .bundleArchitecture,
            old: "[\"aarch64-unknown-linux-gnu\"]", new: "[\"\(gnu)\"]"),
        info(
            "a missing folder of headers", .bundleHeaders, .bundleMapNotFound, old: "[\"include\"]",
            new: "[\"headers\"]"),
        info("a missing module map", .bundleModuleMap, old: "include/module.modulemap", new: "include/z.modulemap"),
        bundle("a variant without a module map", .bundleNoModuleMap) {
            $0.replace(", \"moduleMapPath\": \"include/module.modulemap\"", "", in: "info.json")
        },
        bundle("a module map outside the headers' folders", .bundleMapNotFound) {
            $0.files["maps/module.modulemap"] = Array("module Z { }".utf8)
            $0.replace("include/module.modulemap", "maps/module.modulemap", in: "info.json")
        },
        bundle("an archive for a different CPU", .bundleArchitecture) { $0.files[archive] = Objects.linuxARMArchive },
        bundle("an archive for another platform", .bundlePlatform) {
            $0.files["aarch64-unknown-linux-gnu/libz.a"] = Objects.deviceArchive
        },
        bundle("an unlisted archive", .bundleUnlisted) { $0.files["old/libz.a"] = Objects.linuxArchive },
        bundle("a truncated archive", .archiveUnreadable) {
            $0.files[archive] = Array(Objects.linuxArchive.prefix(100))
        },
        bundle("text for an archive", .archiveUnreadable) { $0[text: archive] = "no archive\n" },
        bundle("an empty archive", .archiveEmpty) { $0[text: archive] = "!<arch>\n" },
        bundle("a thin archive", .archiveThin) { $0[text: archive] = "!<thin>\n" },
        bundle("an archive without index", .archiveIndex) {
            $0.files[archive] = Objects.archive(Objects.linux, style: .gnu, hasIndex: false)
        },
        bundle("a member that is not an object", .archiveMember) {
            $0.files[archive] = Objects.archive(Objects.linux, Array("text".utf8), style: .gnu)
        },
        bundle("two architectures in one archive", .archiveMixed) {
            $0.files[archive] = Objects.archive(Objects.linux, Objects.linuxARM, style: .gnu)
        },
        bundle("an executable stack", .executableStack) {
            $0.files[archive] = Objects.archive(Objects.linuxWithExecutableStack, style: .gnu)
        },
        bundle("a truncated module map", .moduleMapUnreadable) {
            $0[text: "include/module.modulemap"] = "module Z { header \"z.h\""
        },
        bundle("a module map that lists a missing header", .moduleMapHeader) {
            $0[text: "include/module.modulemap"] = "module Z { header \"z.h\" header \"y.h\" }"
        },
        bundle("no license", .licenseMissing) { $0.files["LICENSE"] = nil },
        bundle("a link that leads out of the bundle", .linkOutside) { $0.badLinks = ["include/y.h"] },
    ]
}
