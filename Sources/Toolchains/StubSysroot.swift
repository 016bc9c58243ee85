import Basics
import Targets

/// A replacement for an Apple SDK, made from headers and a `libSystem.tbd` that Apple published for macOS. It suffices
/// for clang to compile C for every Apple target, and for a linker to resolve the system's symbols.
///
/// The value only describes the tree: the destination of each of the wheel's members, and the few rewrites. Headers
/// are copied by digest and not read. Devices and simulators of a platform share one stub, so that clang can build for
/// both in one call.
///
/// The rewrites and their reasons:
/// - `libSystem.tbd` lists macOS targets. For another platform, its targets replace each list of targets, and the
///   sections with symbols for Intel Macs only are removed.
/// - `sys/cdefs.h` gives functions other symbols on Intel Macs (`_stat$INODE64`); no other platform has these symbols.
///   In Apple's sources (xnu, bsd/sys/cdefs.h), the three macros that decide this are 1 for every other platform.
/// - `SDKSettings.json` is the file from which clang reads SDK versions. Source: clang/lib/Basics/DarwinSDKInfo.cpp.
public struct StubSysroot: Hashable, Sendable, Codable {
    public let family: Family
    /// The folder of the wheel that becomes `usr/include`.
    public let headers: RelativePath
    /// The member of the wheel that becomes `usr/lib/libSystem.tbd`.
    public let library: RelativePath
    /// The SDK's version.
    public let version: OSVersion
    /// For macOS: the iOS SDK's version, which Catalyst's objects record.
    public let catalystVersion: OSVersion?

    /// The revision of the layout and the rewrites. Increase it when the same wheel gives a different tree.
    public static let revision = 4

    public init(
        family: Family, headers: RelativePath, library: RelativePath, version: OSVersion,
        catalystVersion: OSVersion? = nil
    ) {
        self.family = family
        self.headers = headers
        self.library = library
        self.version = version
        self.catalystVersion = catalystVersion
    }

    /// The platforms that share an SDK.
    public enum Family: String, CaseIterable, Hashable, Sendable, Codable {
        /// Also for Catalyst, as in Apple's SDK.
        case macOS = "macos"
        case iOS = "ios"
        case tvOS = "tvos"
        case watchOS = "watchos"
        case visionOS = "visionos"

        /// Makes the SDK family of a target; macOS's for targets of other vendors.
        public init(_ target: Target) {
            let own = target.environment == .macCatalyst ? nil : Self(rawValue: target.platform.rawValue)
            self = own ?? .macOS
        }

        public var platform: Platform {
            switch self {
            case .macOS: .macOS
            case .iOS: .iOS
            case .tvOS: .tvOS
            case .watchOS: .watchOS
            case .visionOS: .visionOS
            }
        }

        /// The SDK's name before its version, in Xcode's spelling.
        var canonicalName: String {
            switch self {
            case .macOS: "macosx"
            case .iOS: "iphoneos"
            case .tvOS: "appletvos"
            case .watchOS: "watchos"
            case .visionOS: "xros"
            }
        }

        /// The targets in the spelling of .tbd files of version 4: `arm64-ios-simulator`.
        var libraryTargets: [String] {
            Target.all.filter { $0.platform.isApple && Family($0) == self }
                .map { "\($0.architecture.rawValue)-\($0.linkerSystem)" }
        }

        /// The targets with a 32-bit ARM architecture, in the same spelling.
        var narrowARMTargets: [String] { libraryTargets.filter { $0.hasPrefix("armv7") } }

        /// The targets whose exceptions use `setjmp` and `longjmp`: 32-bit ARM, except watchOS.
        /// Source: clang/lib/Driver/ToolChains/Darwin.cpp (`Darwin::GetExceptionModel`).
        var setjmpTargets: [String] { self == .watchOS ? [] : narrowARMTargets }
    }
}
