/// A load command of a Mach-O file: its kind and its bytes.
///
/// ```
/// cmd      u32   its kind
/// cmdsize  u32   its whole size, a multiple of 4
/// ...            contents, by kind
/// ```
/// Source: Apple's `mach-o/loader.h`.
public struct LoadCommand: Sendable {
    public var kind: Kind
    /// All bytes, including the first 8.
    public var bytes: ByteView

    /// An open set: unknown commands are skipped.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let segment = Kind(rawValue: 0x1)
        public static let symbolTable = Kind(rawValue: 0x2)
        public static let dynamicLibraryID = Kind(rawValue: 0xD)
        public static let segment64 = Kind(rawValue: 0x19)
        public static let versionMinimumMacOS = Kind(rawValue: 0x24)
        public static let versionMinimumIOS = Kind(rawValue: 0x25)
        public static let linkerOption = Kind(rawValue: 0x2D)
        public static let versionMinimumTVOS = Kind(rawValue: 0x2F)
        public static let versionMinimumWatchOS = Kind(rawValue: 0x30)
        public static let buildVersion = Kind(rawValue: 0x32)
        /// LC_DYLD_INFO, and LC_DYLD_INFO_ONLY for files that need it.
        public static let loaderInformation = Kind(rawValue: 0x22)
        public static let neededLoaderInformation = Kind(rawValue: 0x8000_0022)
        /// LC_DYLD_EXPORTS_TRIE.
        public static let exports = Kind(rawValue: 0x8000_0033)
        /// LC_REEXPORT_DYLIB.
        public static let reexportedLibrary = Kind(rawValue: 0x8000_001F)
    }
}
