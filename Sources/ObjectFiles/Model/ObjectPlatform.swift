/// The platform that a Mach-O file records.
///
/// An open set: Apple adds platforms from time to time, and unknown ones keep their number. The numbers are those of
/// LC_BUILD_VERSION, in Apple's `mach-o/loader.h` (PLATFORM_MACOS and so on).
public struct ObjectPlatform: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let macOS = ObjectPlatform(rawValue: 1)
    public static let iOS = ObjectPlatform(rawValue: 2)
    public static let tvOS = ObjectPlatform(rawValue: 3)
    public static let watchOS = ObjectPlatform(rawValue: 4)
    public static let bridgeOS = ObjectPlatform(rawValue: 5)
    public static let macCatalyst = ObjectPlatform(rawValue: 6)
    public static let iOSSimulator = ObjectPlatform(rawValue: 7)
    public static let tvOSSimulator = ObjectPlatform(rawValue: 8)
    public static let watchOSSimulator = ObjectPlatform(rawValue: 9)
    public static let driverKit = ObjectPlatform(rawValue: 10)
    public static let visionOS = ObjectPlatform(rawValue: 11)
    public static let visionOSSimulator = ObjectPlatform(rawValue: 12)

    /// The word after the architecture in a `targets:` list of a .tbd, and in `-platform_version`; nil for an unknown
    /// platform.
    public var word: String? { Self.words[self] }

    /// Reads a word of `-platform_version` or of a .tbd, or a decimal number.
    public init?(word: String) {
        if let number = UInt32(word) {
            self.init(rawValue: number)
        } else if let known = Self.spellings[word] {
            self = known
        } else {
            return nil
        }
    }

    private static let words: [ObjectPlatform: String] = [
        .macOS: "macos", .iOS: "ios", .tvOS: "tvos", .watchOS: "watchos", .bridgeOS: "bridgeos",
        .macCatalyst: "maccatalyst", .iOSSimulator: "ios-simulator", .tvOSSimulator: "tvos-simulator",
        .watchOSSimulator: "watchos-simulator", .driverKit: "driverkit", .visionOS: "xros",
        .visionOSSimulator: "xros-simulator",
    ]

    private static let spellings: [String: ObjectPlatform] = {
        var all = Dictionary(uniqueKeysWithValues: words.map { ($0.value, $0.key) })
        all["mac-catalyst"] = .macCatalyst
        all["visionos"] = .visionOS
        all["visionos-simulator"] = .visionOSSimulator
        return all
    }()

    /// Returns the meaning of LC_VERSION_MIN_* on this architecture: before LC_BUILD_VERSION, only the Intel processor
    /// distinguished a simulator from a device.
    func onIntel(_ isIntel: Bool) -> ObjectPlatform {
        isIntel ? Self.simulators[self] ?? self : self
    }

    /// The platform of the device that corresponds to a simulator; any other platform unchanged.
    var ofDevice: ObjectPlatform { Self.simulators.first { $0.value == self }?.key ?? self }

    private static let simulators: [ObjectPlatform: ObjectPlatform] = [
        .iOS: .iOSSimulator, .tvOS: .tvOSSimulator, .watchOS: .watchOSSimulator, .visionOS: .visionOSSimulator,
    ]
}

extension ObjectPlatform: CustomStringConvertible {
    public var description: String { word ?? "platform \(rawValue)" }
}
