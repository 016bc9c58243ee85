@testable import Checking

extension PlantedFault {
    private static let device = "ios-arm64/libz.a"
    private static let simulator = "ios-arm64_x86_64-simulator"

    private static func xcframework(
        _ description: String, _ finds: Check..., plant: @escaping @Sendable (inout SamplePackage) -> Void
    ) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .xcframework() }, plant)
    }

    private static func plist(_ description: String, _ finds: Check..., old: String, new: String) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .xcframework() }) { $0.replace(old, new, in: "Info.plist") }
    }

    static let ofXCFrameworks: [PlantedFault] = [
        xcframework("no Info.plist", .plistMissing) { $0.files["Info.plist"] = nil },
        xcframework("a truncated Info.plist", .plistUnreadable) { $0[text: "Info.plist"] = "<plist><dict><key>" },
        xcframework("an Info.plist whose root is a string", .plistUnreadable) {
            $0[text: "Info.plist"] = "<plist version=\"1.0\"><string>x</string></plist>"
        },
        xcframework("an Info.plist nested ten thousand deep", .plistUnreadable) {
            $0[text: "Info.plist"] = "<plist>" + String(repeating: "<array>", count: 10000)
        },
        plist("another package type", .plistPackageType, old: "XFWK", new: "FMWK"),
        plist(
            "no format version", .plistVersion, .plistKeyUnknown, old: "XCFrameworkFormatVersion",
            new: "XCFrameworkVersion"),
        plist(
            "no libraries", .plistLibraries, .plistKeyUnknown, old: "AvailableLibraries", new: "Libraries"),
        plist(
            "a slice without platform", .plistKeyMissing, .plistKeyUnknown, .sliceUnlisted,
            old: "<key>SupportedPlatform</key>", new: "<key>Platform</key>"),
        plist("an unknown key", .plistKeyUnknown, old: "<key>BinaryPath</key>", new: "<key>BinaryFile</key>"),
        plist(
            "two slices with one identifier", .identifierTwice, .identifierSpelling, .sliceUnlisted, .architectures,
            .platformDiffers, old: "<string>\(simulator)</string>", new: "<string>ios-arm64</string>"),
        xcframework("architectures out of order", .identifierSpelling) {
            $0.replace("<string>\(simulator)<", "<string>ios-x86_64_arm64-simulator<", in: "Info.plist")
            $0.move(simulator, to: "ios-x86_64_arm64-simulator")
        },
        xcframework("an identifier with another suffix", .identifierSpelling) {
            $0.replace("<string>\(simulator)<", "<string>ios-arm64_x86_64-sim<", in: "Info.plist")
            $0.move(simulator, to: "ios-arm64_x86_64-sim")
        },
        xcframework("a slice without a folder", .identifierFolder) {
            $0.replace("<string>ios-arm64</string>", "<string>ios-arm64e</string>", in: "Info.plist")
            $0.replace("<string>arm64</string></array>", "<string>arm64e</string></array>", in: "Info.plist")
            $0.files = $0.files.filter { !$0.key.hasPrefix("ios-arm64/") }
        },
        xcframework("an identifier with a slash", .identifierFolder, .identifierSpelling, .sliceUnlisted) {
            $0.replace("<string>ios-arm64</string>", "<string>./ios-arm64</string>", in: "Info.plist")
        },
        xcframework("an identifier that names a folder in a folder", .identifierFolder, .identifierSpelling) {
            $0.replace("<string>ios-arm64</string>", "<string>a/ios-arm64</string>", in: "Info.plist")
            for path in $0.files.keys where path.hasPrefix("ios-arm64/") { $0.move(path, to: "a/" + path) }
        },
        xcframework(
            "an identifier outside the package", .pathOutside, .identifierSpelling, .sliceUnlisted
        ) {
            $0.replace("<string>ios-arm64</string>", "<string>../ios-arm64</string>", in: "Info.plist")
        },
        plist(
            "an unknown platform", .platformUnknown, .identifierSpelling, old: "<string>ios</string>",
            new: "<string>iphoneos</string>"),
        xcframework("two slices for devices", .platformTwice, .identifierSpelling, .platformDiffers) {
            $0.replace("<key>SupportedPlatformVariant</key><string>simulator</string>", "", in: "Info.plist")
        },
        xcframework("a missing library", .libraryPath) {
            $0.replace("<key>BinaryPath</key><string>libz.a</string>", "", in: "Info.plist")
            $0.files[device] = nil
        },
        plist(
            "a library path outside the package", .pathOutside, old: "<key>LibraryPath</key><string>libz.a",
            new: "<key>LibraryPath</key><string>../../libz.a"),
        plist(
            "a missing binary", .binaryPath, old: "<key>BinaryPath</key><string>libz.a",
            new: "<key>BinaryPath</key><string>libz-1.a"),
        plist("missing headers", .headersPath, old: "<string>Headers</string>", new: "<string>include</string>"),
        plist(
            "a missing folder of debug symbols", .symbolsPath, old: "<key>HeadersPath</key>",
            new: "<key>DebugSymbolsPath</key><string>dSYMs</string><key>HeadersPath</key>"),
        xcframework("an unlisted slice", .sliceUnlisted) { $0[text: "tvos-arm64/x"] = "" },
        plist(
            "a listed architecture that the binary does not have", .architectures, .identifierSpelling,
            old: "<array><string>arm64</string></array>",
            new: "<array><string>arm64</string><string>armv7</string></array>"),
        xcframework("an object without platform", .platformCommand) {
            $0.files[device] = Objects.archive(Objects.device, Objects.deviceWithoutPlatform)
        },
        xcframework("a simulator object in the device slice", .platformDiffers) {
            $0.files[device] = Objects.archive(Objects.device, Objects.simulatorARM)
        },
        xcframework("device objects in the simulator slice", .platformDiffers) {
            $0.files["\(simulator)/libz.a"] = Objects.fat(
                Objects.deviceArchive, Objects.archive(Objects.simulatorIntel))
        },
        xcframework("objects with different minimum versions", .minimumDiffers) {
            $0.files[device] = Objects.archive(Objects.device, Objects.newDevice)
        },
        xcframework("bitcode", .bitcode) { $0.files[device] = Objects.archive(Objects.deviceWithBitcode) },
        xcframework("the map at the root", .mapAtRoot) { $0.move("ios-arm64/Headers/Z", to: "ios-arm64/Headers") },
        xcframework("the map too deep", .mapNotFound) { $0.move("ios-arm64/Headers/Z", to: "ios-arm64/Headers/a/b") },
        xcframework("no map", .mapNotFound) { $0.files["ios-arm64/Headers/Z/module.modulemap"] = nil },
        xcframework("no privacy manifest", .privacyManifest) { $0.files["ios-arm64/PrivacyInfo.xcprivacy"] = nil },
        xcframework("a privacy manifest that is not a property list", .privacyUnreadable) {
            $0[text: "ios-arm64/PrivacyInfo.xcprivacy"] = "none"
        },
        xcframework(
            "a framework among libraries", .mixedTypes, .frameworkBinary, .frameworkInfo, .frameworkHeaders,
            .frameworkLayout
        ) {
            $0.replace(
                "<key>LibraryPath</key><string>libz.a</string>\n  <key>SupportedArchitectures</key>\n  <array><string>arm64</string></array>",
                "<key>LibraryPath</key><string>Z.framework</string><key>SupportedArchitectures</key><array><string>arm64</string></array>",
                in: "Info.plist")
            $0.files["ios-arm64/Z.framework/PrivacyInfo.xcprivacy"] = $0.files["ios-arm64/PrivacyInfo.xcprivacy"]
        },
    ]

    // MARK: Frameworks

    private static func inFramework(
        _ description: String, _ finds: Check..., plant: @escaping @Sendable (inout SamplePackage) -> Void
    ) -> PlantedFault {
        PlantedFault(description, Set(finds), in: { .frameworks() }, plant)
    }

    private static let flat = "ios-arm64/Z.framework"

    static let ofFrameworks: [PlantedFault] = [
        inFramework("a binary of another name", .frameworkBinary) { $0.move("\(flat)/Z", to: "\(flat)/libZ") },
        inFramework("no Info.plist", .frameworkInfo) { $0.files["\(flat)/Info.plist"] = nil },
        inFramework("an invalid Info.plist", .frameworkInfo) { $0[text: "\(flat)/Info.plist"] = "none" },
        inFramework("a `CFBundleExecutable` with another name", .frameworkInfo) {
            $0.replace("<string>Z</string>", "<string>Y</string>", in: "\(flat)/Info.plist")
        },
        inFramework("no module map", .frameworkHeaders) { $0.files["\(flat)/Modules/module.modulemap"] = nil },
        inFramework("a module map without `framework module`", .frameworkHeaders, .moduleMapHeader) {
            $0.replace("framework module", "module", in: "\(flat)/Modules/module.modulemap")
        },
        inFramework("a framework with `Versions` on iOS", .frameworkLayout, .frameworkInfo) { planted in
            for name in ["Z", "Headers", "Modules", "Info.plist"] {
                planted.move("\(flat)/\(name)", to: "\(flat)/Versions/A/\(name)")
            }
            planted.files["\(flat)/Versions/A/Info.plist"] = nil
        },
        inFramework("a flat framework on macOS", .frameworkLayout) {
            $0.move("macos-arm64/Z.framework/Versions/A", to: "macos-arm64/Z.framework")
        },
        inFramework("objects with a newer minimum than the framework's", .minimumTooNew) {
            $0.files["\(flat)/Z"] = Objects.archive(Objects.newDevice)
        },
        inFramework("no privacy manifest", .privacyManifest) { $0.files["\(flat)/PrivacyInfo.xcprivacy"] = nil },
    ]
}
