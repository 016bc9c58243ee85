import Basics
import Packages

/// Source: the same as for `RequiredReason`.
extension RequiredReason {
    /// The symbols of the kind, in C's spelling.
    var symbols: Set<String> {
        switch self {
        case .fileTimestamp:
            [
                "fgetattrlist", "fstat", "fstatat", "getattrlist", "getattrlistat", "getattrlistbulk", "lstat", "stat",
                "NSFileCreationDate", "NSFileModificationDate", "NSURLContentModificationDateKey",
                "NSURLCreationDateKey",
            ]
        case .systemBootTime: ["mach_absolute_time"]
        case .diskSpace:
            [
                "fgetattrlist", "fstatfs", "fstatvfs", "getattrlist", "getattrlistat", "statfs", "statvfs",
                "NSFileSystemFreeSize", "NSFileSystemSize", "NSURLVolumeAvailableCapacityForImportantUsageKey",
                "NSURLVolumeAvailableCapacityForOpportunisticUsageKey", "NSURLVolumeAvailableCapacityKey",
                "NSURLVolumeTotalCapacityKey",
            ]
        case .activeKeyboards: ["OBJC_CLASS_$_UITextInputMode"]
        case .userDefaults: ["OBJC_CLASS_$_NSUserDefaults"]
        }
    }

    /// Returns the kinds of a symbol in an object; `_stat$INODE64` counts as `stat`.
    static func all(of symbol: String) -> [RequiredReason] {
        let name = symbol.hasPrefix("_") ? String(symbol.dropFirst()) : symbol
        let plain = name.hasPrefix("OBJC_CLASS_$") ? name : String(name.prefix { $0 != "$" })
        return allCases.filter { $0.symbols.contains(plain) }
    }
}
