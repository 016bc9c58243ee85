import Targets

/// The `Info.plist` of an XCFramework: its libraries, and their platforms.
///
/// ```
/// AvailableLibraries: [{LibraryIdentifier, LibraryPath, BinaryPath, HeadersPath, DebugSymbolsPath,
///                       SupportedArchitectures, SupportedPlatform, SupportedPlatformVariant}]
/// CFBundlePackageType: XFWK
/// XCFrameworkFormatVersion: 1.0
/// ```
/// There is one library per platform and variant; all are frameworks, or none is. An identifier is
/// `OS-ARCHITECTURES[-VARIANT]`, with the architectures sorted as text and joined by `_`. Source: swift-build,
/// `Sources/SWBCore/XCFramework.swift`, which writes and reads these files.
public struct XCFrameworkInfo: Hashable, Sendable {
    public var libraries: [Library]

    public init(libraries: [Library]) { self.libraries = libraries }

    /// A library for one platform and variant.
    public struct Library: Hashable, Sendable {
        public var system: System
        /// The architectures in Apple's spelling: `arm64`, `armv7s`.
        public var architectures: Set<String>
        /// The path of the library or framework, below the folder `identifier`.
        public var path: String
        /// The path of the library, or of the framework's binary.
        public var binaryPath: String
        /// The folder of headers; nil for a framework.
        public var headersPath: String?
        public var debugSymbolsPath: String?

        public init(
            system: System, architectures: Set<String>, path: String, binaryPath: String? = nil,
            headersPath: String? = nil, debugSymbolsPath: String? = nil
        ) {
            self.system = system
            self.architectures = architectures
            self.path = path
            self.binaryPath = binaryPath ?? path
            self.headersPath = headersPath
            self.debugSymbolsPath = debugSymbolsPath
        }

        /// The identifier, which is also the folder's name.
        public var identifier: String {
            let variant = system.variant.map { "-\($0)" } ?? ""
            return "\(system.word)-\(architectures.sorted().joined(separator: "_"))\(variant)"
        }
    }

    /// A platform and its variant, with their names in XCFrameworks.
    public struct System: Hashable, Sendable {
        public var platform: Platform
        public var environment: Environment

        /// Returns nil for platforms that are not Apple's.
        public init?(_ platform: Platform, _ environment: Environment) {
            guard platform.isApple, platform.environments.contains(environment) else { return nil }
            self.platform = platform
            self.environment = environment
        }

        /// The platform's name; like triples, XCFrameworks use `xros` for visionOS.
        public var word: String { platform == .visionOS ? "xros" : platform.rawValue }

        public var variant: String? {
            switch environment {
            case .simulator: "simulator"
            case .macCatalyst: "maccatalyst"
            case .device, .gnu, .musl, .bionic, .msvc, .mingw, .preview1: nil
            }
        }
    }

    /// The file's text: libraries in the order of their identifiers.
    public var text: String {
        PropertyList.dictionary([
            "AvailableLibraries": .array(libraries.sorted { $0.identifier < $1.identifier }.map(\.plist)),
            "CFBundlePackageType": .string("XFWK"), "XCFrameworkFormatVersion": .string("1.0"),
        ]).document()
    }
}

extension XCFrameworkInfo.Library {
    fileprivate var plist: PropertyList {
        var members: [String: PropertyList] = [
            "BinaryPath": .string(binaryPath), "LibraryIdentifier": .string(identifier), "LibraryPath": .string(path),
            "SupportedArchitectures": .array(architectures.sorted().map(PropertyList.string)),
            "SupportedPlatform": .string(system.word),
        ]
        members["SupportedPlatformVariant"] = system.variant.map(PropertyList.string)
        members["HeadersPath"] = headersPath.map(PropertyList.string)
        members["DebugSymbolsPath"] = debugSymbolsPath.map(PropertyList.string)
        return .dictionary(members)
    }
}
