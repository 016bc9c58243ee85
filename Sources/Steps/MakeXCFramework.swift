import Basics
import Packages

/// Makes an XCFramework of Apple's targets, without Xcode.
///
/// ```
/// MODULE.xcframework/
///   Info.plist                          see XCFrameworkInfo
///   ios-arm64_armv7/                    one folder per platform and variant
///     libMODULE.a                       fat where there are several architectures
///     Headers/…                         see PackagedHeaders
///     PrivacyInfo.xcprivacy             see PrivacyManifest
///   licenses/
/// ```
/// With the `style` framework, each folder contains a `MODULE.framework`, see `StaticFramework`.
///
/// Reads `archives/VARIANT/libMODULE.a`, `include` with its module map, and `licenses`. Writes `xcframework`, which
/// contains only `MODULE.xcframework`.
public enum MakeXCFramework: BuiltinStep {
    public static let name = BuiltinName.makeXCFramework
    public static let revision = 1
    public static let outputs: [RelativePath] = ["xcframework"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        /// At least one slice, all of them Apple's.
        public var slices: [PackageSlice]
        public var style: LibraryStyle
        /// The recipe's reasons for calls of system functions, by the kind of function.
        public var privacy: [String: [String]]

        public init(
            facts: PackageFacts, slices: [PackageSlice], style: LibraryStyle = .library,
            privacy: [RequiredReason: [String]] = [:]
        ) {
            self.facts = facts
            self.slices = slices
            self.style = style
            self.privacy = Dictionary(uniqueKeysWithValues: privacy.map { ($0.key.rawValue, $0.value) })
        }

        /// `privacy` without unknown kinds.
        public var answers: [RequiredReason: [String]] {
            Dictionary(
                privacy.compactMap { key, value in RequiredReason(rawValue: key).map { ($0, value) } }
            ) { first, _ in first }
        }
    }
}
