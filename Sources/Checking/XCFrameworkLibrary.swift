import Basics
import ObjectFiles

/// An entry of `AvailableLibraries`.
struct XCFrameworkLibrary {
    /// The entry's key: `AvailableLibraries[0]`.
    var key: String
    var identifier: String
    var libraryPath: String
    var binaryPath: String?
    var headersPath: String?
    var symbolsPath: String?
    var architectures: [String]
    var platform: String
    var variant: String?

    var isFramework: Bool { libraryPath.hasSuffix(".framework") }

    /// The platform with its variant: `ios simulator`.
    var system: String { [platform, variant].compactMap { $0 }.joined(separator: " ") }

    static let platforms = ["macos", "ios", "tvos", "watchos", "xros", "driverkit"]

    private static let keys = [
        "BinaryPath", "BitcodeSymbolMapsPath", "DebugSymbolsPath", "HeadersPath", "LibraryIdentifier", "LibraryPath",
        "MergeableMetadata", "SupportedArchitectures", "SupportedPlatform", "SupportedPlatformVariant",
    ]

    /// Reads an entry; reports missing and unknown keys.
    init?(_ value: PlainValue, key: String, _ findings: inout CheckFindings) {
        let map = value.map ?? [:]
        self.key = key
        findings.checkKeys(of: map, Self.keys, at: key + ".")
        func text(_ name: String, _ findings: inout CheckFindings) -> String? {
            if let text = map[name]?.text, !text.isEmpty { return text }
            findings.add(.plistKeyMissing, "the slice has no `\(name)`", key: "\(key).\(name)")
            return nil
        }
        let identifier = text("LibraryIdentifier", &findings)
        let libraryPath = text("LibraryPath", &findings)
        let platform = text("SupportedPlatform", &findings)
        architectures = map["SupportedArchitectures"]?.texts ?? []
        if architectures.isEmpty {
            findings.add(
                .plistKeyMissing, "the slice has no `SupportedArchitectures`", key: "\(key).SupportedArchitectures")
        }
        guard let identifier, let libraryPath, let platform else { return nil }
        self.identifier = identifier
        self.libraryPath = libraryPath
        self.platform = platform
        variant = map["SupportedPlatformVariant"]?.text
        binaryPath = map["BinaryPath"]?.text
        headersPath = map["HeadersPath"]?.text
        symbolsPath = map["DebugSymbolsPath"]?.text
    }

    /// The identifier in Xcode's spelling: `ios-arm64_x86_64-simulator`.
    var expectedIdentifier: String {
        let words = [platform, architectures.sorted().joined(separator: "_")] + (variant.map { [$0] } ?? [])
        return words.joined(separator: "-")
    }

    /// The platform that every object must have; nil for unknown platforms.
    var objectPlatform: ObjectPlatform? {
        guard Self.platforms.contains(platform) else { return nil }
        if platform == "ios", variant == "maccatalyst" { return .macCatalyst }
        return ObjectPlatform(word: variant.map { "\(platform)-\($0)" } ?? platform)
    }
}
