/// The kinds of system functions for which Apple requires a reason in the privacy manifest of the calling code.
///
/// Source: Apple's documentation, "Describing use of required reason API".
public enum RequiredReason: String, CaseIterable, Codable, Hashable, Sendable {
    case fileTimestamp = "file-timestamp"
    case systemBootTime = "system-boot-time"
    case diskSpace = "disk-space"
    case activeKeyboards = "active-keyboards"
    case userDefaults = "user-defaults"

    /// The manifest's name of the kind.
    public var category: String {
        switch self {
        case .fileTimestamp: "NSPrivacyAccessedAPICategoryFileTimestamp"
        case .systemBootTime: "NSPrivacyAccessedAPICategorySystemBootTime"
        case .diskSpace: "NSPrivacyAccessedAPICategoryDiskSpace"
        case .activeKeyboards: "NSPrivacyAccessedAPICategoryActiveKeyboards"
        case .userDefaults: "NSPrivacyAccessedAPICategoryUserDefaults"
        }
    }

    /// The reasons that Apple defines for the kind.
    public var reasons: [String] {
        switch self {
        case .fileTimestamp: ["0A2A.1", "3B52.1", "C617.1", "DDA9.1"]
        case .systemBootTime: ["35F9.1", "3D61.1", "8FFB.1"]
        case .diskSpace: ["7D9E.1", "85F4.1", "B728.1", "E174.1"]
        case .activeKeyboards: ["3EC4.1", "54BD.1"]
        case .userDefaults: ["1C8F.1", "AC6B.1", "C56D.1", "CA92.1"]
        }
    }
}
